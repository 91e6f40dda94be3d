#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/read/fault.hpp"
#include "scenarios/read/field.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

/// Keys with the values they are to have in place of a scenario's own.
using Changes = std::vector<std::pair<std::string, Value>>;

/// The changes as `--set` takes them: "zero.stage=1", several with a space between.
std::string text_of(const Changes& changes);

/// A plan, or the faults that keep it from being one.
struct ChangedPlan {
  std::optional<parallel::Plan> plan;
  std::vector<Fault> faults;
};

/// The plan of a scenario (one that was read from a file) as if `--set` had given the changes too:
/// with the same defaults and the same checks. Every value must be one that its key allows.
ChangedPlan changed_plan(const Scenario& scenario, const Changes& changes);

}  // namespace scenarios
