#include "scenarios/read/changes.hpp"

#include <fmt/format.h>

#include "scenarios/read/check.hpp"
#include "scenarios/read/defaults.hpp"
#include "scenarios/read/draft.hpp"
#include "scenarios/read/plan.hpp"
#include "scenarios/read/value.hpp"
#include "sim/ensure.hpp"

namespace scenarios {

namespace {

std::string setting(const std::pair<std::string, Value>& change) {
  return fmt::format("{}={}", change.first, text_of(change.second));
}

}  // namespace

std::string text_of(const Changes& changes) {
  std::string text;
  for (const auto& change : changes) text += (text.empty() ? "" : " ") + setting(change);
  return text;
}

ChangedPlan changed_plan(const Scenario& scenario, const Changes& changes) {
  ENSURE(scenario.sources != nullptr, scenario.name);
  Draft draft(scenario.values, *scenario.sources);
  for (const auto& change : changes) {
    draft.give(change.first, {change.second, {"", 0, "--set " + setting(change)}});
  }
  fill_defaults(draft);
  check_all(draft);
  if (!draft.faults().empty()) return {.plan = std::nullopt, .faults = draft.faults()};
  return {.plan = plan_of(draft.values()), .faults = {}};
}

}  // namespace scenarios
