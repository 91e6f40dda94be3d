#pragma once

#include <string>
#include <vector>

#include "scenarios/judge/check.hpp"

namespace scenarios {

struct MeasuredPart {
  std::string name;  // what tells it from the whole: "mlp.gelu_input" of activations.layer
  double value = 0;
};

/// What the measured number of a check consists of, the largest first and without what is 0: items
/// of activations, categories of a total, phases of FLOPs. Empty where it has no parts, and for a
/// mean or maximum over ranks.
std::vector<MeasuredPart> measured_parts(const Check& check, const RunResult& run);

}  // namespace scenarios
