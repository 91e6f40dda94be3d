#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenarios/judge/quantities.hpp"
#include "scenarios/packs/catalogue.hpp"
#include "tests/scenarios/packs/keys_of_t0.hpp"

namespace scenarios {

/// Two data-parallel ranks.
inline Scenario two_ranks() {
  Scenario scenario;
  scenario.name = "two";
  scenario.file = "two.yaml";
  scenario.values = keys_of_t0({{"parallel.data_parallel_size", std::int64_t{2}},
                                {"training.global_batch_size", std::int64_t{2}}});
  return scenario;
}

/// A pack of one text.
inline Catalogue catalogue_of(const std::string& text) {
  std::vector<Pack> packs;
  packs.push_back(parse_pack(text, "one.yaml", quantity_fault));
  return Catalogue(std::move(packs));
}

/// A pack of one formula, `x`.
inline Catalogue catalogue_of(const std::string& expression, const std::string& rest) {
  const std::string text = fmt::format(
      "pack: one\nsource: none\nformulas:\n"
      "  - id: x\n    quantity: parameters\n    scope: rank\n    source: none\n"
      "    expression: '{}'\n    because: reason\n{}",
      expression, rest);
  return catalogue_of(text);
}

}  // namespace scenarios
