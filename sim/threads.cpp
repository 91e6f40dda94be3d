#include "sim/threads.hpp"

#include <omp.h>

#include "sim/ensure.hpp"

namespace sim {

void use_threads(int count) {
  ENSURE(count >= 1, count);
  omp_set_num_threads(count);
}

int threads() {
  return omp_get_max_threads();
}

}  // namespace sim
