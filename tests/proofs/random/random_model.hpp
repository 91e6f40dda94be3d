#pragma once

#include <cstdint>

#include "tests/proofs/random/draw.hpp"
#include "tests/proofs/random/scenario_keys.hpp"

namespace test {

/// Sizes of a model that other keys of its scenario depend on.
struct ModelSizes {
  std::int64_t s = 0;
  std::int64_t h = 0;
  std::int64_t positions = 0;  // rows of a position table
};

/// Draws all keys of `model` but the number of layers, for `t` tensor ranks: a preset with block
/// keys of other presets, sizes that divide only as far as they must. With dropout only when it
/// trains.
ModelSizes draw_model(Draw& draw, std::int64_t t, bool trains, ScenarioKeys& keys);

}  // namespace test
