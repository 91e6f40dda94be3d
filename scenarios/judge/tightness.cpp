#include "scenarios/judge/tightness.hpp"

#include <algorithm>
#include <cmath>

namespace scenarios {

void add_tightness(std::map<std::string, Tightness>& known, std::span<const Check> checks) {
  for (const Check& check : checks) {
    Tightness& formula = known[check.formula];
    if (check.verdict == Verdict::outside) continue;
    formula.judged = true;
    if (!check.bound) continue;
    formula.has_bound = true;
    if (*check.bound <= 0.0 || check.verdict == Verdict::off) continue;
    formula.largest_share =
        std::max(formula.largest_share, std::abs(*check.difference()) / *check.bound);
  }
}

}  // namespace scenarios
