#pragma once

#include <cstdint>
#include <vector>

#include "scenarios/packs/catalogue.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

/// Ranks on which every formula of a catalogue has the same value.
struct RankClass {
  std::int64_t first = 0;  // the lowest rank of it
  std::int64_t count = 0;
};

/// The ranks of a scenario, however many, in classes: two ranks are of one class when all variables
/// that some expression of the catalogue names are equal. By first rank.
std::vector<RankClass> rank_classes(const Catalogue& catalogue, const Scenario& scenario);

}  // namespace scenarios
