#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scenarios/judge/expected.hpp"
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

/// Of each of `ranks`, the first rank of its class, where `expectations` name variables too.
std::vector<std::int64_t> first_alike(const Catalogue& catalogue,
                                      const ScenarioExpectations& expectations,
                                      const Scenario& scenario,
                                      std::span<const std::int64_t> ranks);

}  // namespace scenarios
