#pragma once

namespace sim {

/// How many threads the kernels of this process share their work among from now on (>= 1). Their
/// results do not depend on it. Until it is called: as OpenMP finds it, one a core.
void use_threads(int count);
int threads();

}  // namespace sim
