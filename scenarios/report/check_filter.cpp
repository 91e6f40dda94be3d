#include "scenarios/report/check_filter.hpp"

#include <algorithm>
#include <iterator>

#include <fnmatch.h>

namespace scenarios {

namespace {

bool matches_any(const std::vector<std::string>& patterns, const std::string& text) {
  return patterns.empty() || std::ranges::any_of(patterns, [&text](const std::string& pattern) {
           return ::fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
         });
}

}  // namespace

bool CheckFilter::shows(const std::string& formula, const std::string& quantity) const {
  return matches_any(formulas, formula) && matches_any(quantities, quantity);
}

std::vector<Check> CheckFilter::of(const std::vector<Check>& checks) const {
  std::vector<Check> shown;
  std::ranges::copy_if(checks, std::back_inserter(shown),
                       [this](const Check& check) { return shows(check.formula, check.quantity); });
  return shown;
}

}  // namespace scenarios
