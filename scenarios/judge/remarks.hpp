#pragma once

#include <vector>

#include "scenarios/packs/catalogue.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

/// An identity or a rule of thumb with its value for one scenario.
struct RemarkValue {
  Remark remark;
  double value = 0;
};

/// Those of the catalogue whose assumptions the scenario meets, in the order of the packs. Throws
/// BadInput: an expression that has no value.
std::vector<RemarkValue> remark_values(const Catalogue& catalogue, const Scenario& scenario);

}  // namespace scenarios
