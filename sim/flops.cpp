#include "sim/flops.hpp"

namespace sim {

std::string_view name_of(Phase phase) {
  constexpr std::array<std::string_view, phase_count> names = {"forward", "backward", "recompute",
                                                               "optimizer"};
  return names.at(static_cast<std::size_t>(phase));
}

}  // namespace sim
