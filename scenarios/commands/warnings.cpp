#include "scenarios/commands/warnings.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace scenarios {

namespace {

// Which sign a NaN has is an accident.
std::string text_of(double value) {
  return std::isnan(value) ? "nan" : fmt::format("{}", value);
}

}  // namespace

std::string warning_of(const RunResult& run) {
  const auto steps = static_cast<std::int64_t>(run.loss.size());
  if (steps > 0 && run.skipped_steps == steps) {
    return fmt::format("all {} steps were skipped by the loss scale, so nothing is judged", steps);
  }
  const auto finite = [](double value) { return std::isfinite(value); };
  const auto loss = std::ranges::find_if_not(run.loss, finite);
  if (loss != run.loss.end()) {
    return fmt::format("the loss of step {} is {}", loss - run.loss.begin() + 1, text_of(*loss));
  }
  const auto norm = std::ranges::find_if_not(run.grad_norm, [](const std::optional<double>& value) {
    return std::isfinite(value.value_or(0));
  });
  if (norm == run.grad_norm.end()) return "";
  return fmt::format("the gradient norm of step {} is {}", norm - run.grad_norm.begin() + 1,
                     text_of(norm->value()));
}

}  // namespace scenarios
