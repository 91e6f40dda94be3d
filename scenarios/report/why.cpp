#include "scenarios/report/why.hpp"

#include <cmath>

#include <fmt/format.h>

#include "scenarios/report/number_text.hpp"

namespace scenarios {

namespace {

// By how much the claim was missed.
std::string missed_text(const Check& check) {
  const double difference = check.difference().value();
  std::string text =
      fmt::format("{} is {} than measured", readable(std::abs(difference), check.quantity),
                  difference < 0 ? "less" : "more");
  if (!check.bound) return text;
  return fmt::format("{}; the bound is {}, missed by {}", text,
                     readable(*check.bound, check.quantity),
                     readable(std::abs(difference) - *check.bound, check.quantity));
}

}  // namespace

std::vector<std::string> why(const Check& check) {
  std::vector<std::string> lines;
  if (!check.as_expected && check.measured) lines.push_back(missed_text(check));
  if (!check.because.empty()) lines.push_back(check.because);
  return lines;
}

}  // namespace scenarios
