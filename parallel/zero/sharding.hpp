#pragma once

#include <array>
#include <cstddef>

#include "sim/ensure.hpp"

namespace parallel {

/// Which model states a ZeRO stage splits over the data-parallel group.
struct Sharding {
  bool optimizer = false;
  bool gradients = false;
  bool weights = false;
};

/// ZeRO's table (Rajbhandari et al. 2020, section 5). In a group of one nothing is split.
inline Sharding sharding_of(int stage, int group_size) {
  constexpr std::array<Sharding, 4> stages = {{
      {false, false, false},
      {true, false, false},
      {true, true, false},
      {true, true, true},
  }};
  ENSURE(stage >= 0 && stage <= 3, stage);
  return group_size == 1 ? Sharding{} : stages[static_cast<std::size_t>(stage)];
}

}  // namespace parallel
