#include "ranks/host_cores.hpp"

#include <algorithm>
#include <thread>

#include <sched.h>

namespace ranks {

CoreSet cores_of_this_process() {
  CoreSet cores;
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    for (std::size_t core = 0; core < cores.size(); ++core) cores[core] = CPU_ISSET(core, &allowed);
  } else {  // more cores than the set can tell: all of them
    const std::size_t all = std::thread::hardware_concurrency();
    for (std::size_t core = 0; core < std::min(all, cores.size()); ++core) cores.set(core);
  }
  return cores;
}

int share_of_cores(std::span<const CoreSet> of_host, std::size_t own) {
  double share = 0;
  for (std::size_t core = 0; core < of_host[own].size(); ++core) {
    if (!of_host[own].test(core)) continue;
    share += 1.0 / static_cast<double>(std::ranges::count_if(
                       of_host, [core](const CoreSet& cores) { return cores.test(core); }));
  }
  constexpr double rounding = 1e-6;  // six sixths are one
  return std::max(1, static_cast<int>(share + rounding));
}

}  // namespace ranks
