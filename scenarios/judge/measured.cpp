#include "scenarios/judge/measured.hpp"

#include <algorithm>
#include <numeric>

#include "sim/ensure.hpp"

namespace scenarios {

double Measured::value() const {
  return is_integer() ? static_cast<double>(sum / count)
                      : static_cast<double>(sum) / static_cast<double>(count);
}

Measured over_ranks(Scope scope, std::span<const std::int64_t> values) {
  ENSURE(!values.empty());
  if (scope == Scope::max) return {.sum = *std::ranges::max_element(values)};
  const Int128 sum = std::accumulate(values.begin(), values.end(), Int128{0});
  if (scope == Scope::mean) return {.sum = sum, .count = static_cast<std::int64_t>(values.size())};
  ENSURE(scope == Scope::sum || values.size() == 1, values.size());
  return {.sum = sum};
}

}  // namespace scenarios
