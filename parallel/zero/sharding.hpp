#pragma once

#include <array>
#include <cstddef>

#include "sim/ensure.hpp"

namespace parallel {

/// Which model states a ZeRO stage splits over the data-parallel group, and how the optimizer
/// meets them.
struct Sharding {
  bool optimizer = false;
  bool gradients = false;
  bool weights = false;
  /// What one optimizer tensor is: the rank's piece of a unit, or a parameter (its shard where
  /// weights are split). The stage's own choice, whatever the size of the group.
  bool steps_units = false;
};

/// ZeRO's table (Rajbhandari et al. 2020, section 5). In a group of one nothing is split.
inline Sharding sharding_of(int stage, int group_size) {
  constexpr std::array<Sharding, 4> stages = {{
      {false, false, false, false},
      {true, false, false, true},
      {true, true, false, true},
      {true, true, true, false},
  }};
  ENSURE(stage >= 0 && stage <= 3, stage);
  const Sharding& row = stages[static_cast<std::size_t>(stage)];
  return group_size == 1 ? Sharding{.steps_units = row.steps_units} : row;
}

}  // namespace parallel
