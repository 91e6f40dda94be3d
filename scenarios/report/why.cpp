#include "scenarios/report/why.hpp"

#include <cmath>

#include <fmt/format.h>

#include "scenarios/report/measured_parts.hpp"
#include "scenarios/report/number_text.hpp"

namespace scenarios {

namespace {

constexpr std::size_t shown_parts = 6;

std::string expression_text(const Check& check) {
  std::string text = fmt::format("estimate: {}", check.entry->expression.text());
  for (std::size_t i = 0; i < check.terms.size(); ++i) {
    text += (i == 0 ? "; " : ", ") + check.terms[i].text();
  }
  return text;
}

// What was claimed and by how much it was missed.
std::string missed_text(const Check& check) {
  const double difference = check.difference().value();
  std::string text =
      fmt::format("the estimate is {} {} than measured",
                  readable(std::abs(difference), check.quantity), difference < 0 ? "less" : "more");
  if (check.bound && check.expected == Verdict::within) {
    return fmt::format("{}; the bound is {}, missed by {}", text,
                       readable(*check.bound, check.quantity),
                       readable(std::abs(difference) - *check.bound, check.quantity));
  }
  const auto ratio = check.ratio();
  if (check.expected_ratio && ratio) {
    return fmt::format("{}; estimate / measured is {:.6g}, expected was {:.6g}", text, *ratio,
                       *check.expected_ratio);
  }
  return fmt::format("{}; expected was {}", text, name_of(check.expected));
}

std::string parts_text(const Check& check, const RunResult& run) {
  const std::vector<MeasuredPart> parts = measured_parts(check, run);
  if (parts.empty()) return "";
  std::string text = "measured:";
  double rest = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i >= shown_parts) {
      rest += parts[i].value;
      continue;
    }
    text += fmt::format("{} {} {}", i == 0 ? "" : ",", parts[i].name,
                        readable(parts[i].value, check.quantity));
  }
  if (parts.size() <= shown_parts) return text;
  return fmt::format("{}, {} more {}", text, parts.size() - shown_parts,
                     readable(rest, check.quantity));
}

}  // namespace

std::vector<std::string> why(const Check& check, const RunResult& run) {
  std::vector<std::string> lines;
  const auto add = [&lines](std::string line) {
    if (!line.empty()) lines.push_back(std::move(line));
  };
  if (!check.failed_assumption.empty()) add("outside: " + check.failed_assumption);
  if (!check.as_expected && check.measured) {
    if (check.entry != nullptr) add(expression_text(check));
    add(missed_text(check));
    add(parts_text(check, run));
  }
  add(check.because);
  return lines;
}

}  // namespace scenarios
