#pragma once

#include <string>
#include <vector>

#include "scenarios/judge/check.hpp"

namespace scenarios {

/// Which checks a person asked to see: --formula and --quantity, patterns as a shell has for files.
struct CheckFilter {
  std::vector<std::string> formulas;    // a check's id matches one; empty: any does
  std::vector<std::string> quantities;  // and its quantity one of these

  [[nodiscard]] bool is_empty() const { return formulas.empty() && quantities.empty(); }
  [[nodiscard]] bool shows(const std::string& formula, const std::string& quantity) const;
  [[nodiscard]] std::vector<Check> of(const std::vector<Check>& checks) const;
};

}  // namespace scenarios
