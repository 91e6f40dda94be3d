#include "scenarios/report/worst.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace scenarios {

namespace {

int severity(Verdict verdict) {
  switch (verdict) {
    case Verdict::off:
      return 0;
    case Verdict::within:
      return 1;
    case Verdict::bound:
      return 2;
    case Verdict::exact_rounded:
      return 3;
    case Verdict::exact:
      return 4;
    case Verdict::outside:
      return 5;
  }
  return 5;
}

// How far the ratio is from 1, alike for twice and for half; a ratio that is none is the farthest,
// but that of nothing to nothing.
double distance(const Check& check) {
  if (check.difference() == 0.0) return 0.0;
  const auto ratio = check.ratio();
  if (!ratio || *ratio <= 0.0) return HUGE_VAL;
  return std::abs(std::log(*ratio));
}

}  // namespace

bool is_worse(const Check& a, const Check& b) {
  return std::tuple(a.as_expected, severity(a.verdict), -distance(a)) <
         std::tuple(b.as_expected, severity(b.verdict), -distance(b));
}

std::vector<Check> worst_first(std::vector<Check> checks) {
  std::ranges::stable_sort(checks, is_worse);
  return checks;
}

std::vector<Check> worst_of_each_formula(const std::vector<Check>& checks) {
  std::vector<Check> worst;
  std::set<std::string> seen;
  for (Check& check : worst_first(checks)) {
    if (seen.insert(check.formula).second) worst.push_back(std::move(check));
  }
  return worst;
}

}  // namespace scenarios
