#pragma once

#include <map>
#include <span>
#include <string>

#include "scenarios/judge/check.hpp"

namespace scenarios {

/// What the scenarios of a library say about one formula.
struct Tightness {
  bool has_bound = false;    // its agreement is `within E`
  double largest_share = 0;  // the largest |difference| / E where E > 0
  bool judged = false;       // not `outside` everywhere
};

/// Adds a scenario's checks to what is known of each formula, by id.
void add_tightness(std::map<std::string, Tightness>& known, std::span<const Check> checks);

}  // namespace scenarios
