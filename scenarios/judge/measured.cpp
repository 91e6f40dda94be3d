#include "scenarios/judge/measured.hpp"

#include <algorithm>

#include "sim/ensure.hpp"

namespace scenarios {

double Measured::value() const {
  const Int128 whole = sum / count;
  return is_integer() ? static_cast<double>(whole)
                      : static_cast<double>(sum) / static_cast<double>(count);
}

Measured over_ranks(Scope scope, std::span<const Counted> values) {
  ENSURE(!values.empty());
  if (scope == Scope::max) return {.sum = std::ranges::max(values, {}, &Counted::value).value};
  if (scope == Scope::rank) {
    ENSURE(values.size() == 1, values.size());
    return {.sum = values.front().value};
  }
  Int128 sum = 0;
  std::int64_t ranks = 0;
  for (const Counted& each : values) {
    sum += Int128{each.value} * each.ranks;
    ranks += each.ranks;
  }
  return {.sum = sum, .count = scope == Scope::mean ? ranks : 1};
}

}  // namespace scenarios
