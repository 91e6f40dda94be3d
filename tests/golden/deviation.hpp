#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace test {

/// How far a tensor is from its expected values.
struct Deviation {
  double normwise = 0;  // max |actual - expected| / max |expected - origin|
  double l2 = 0;        // the same with Euclidean norms
  double error = 0;     // max |actual - expected|
  double size = 0;      // max |expected - origin|
  double exempt = 0;    // max |actual - expected| over the elements that do not count above
};

/// `origin` is what the tensor is measured from: its initial values, or empty for zeros. `counts`
/// says which elements count; empty: all. All that are not empty have the same size.
inline Deviation deviation(const std::vector<float>& actual, const std::vector<float>& expected,
                           const std::vector<float>& origin = {},
                           const std::vector<bool>& counts = {}) {
  Deviation result;
  double error_squares = 0;
  double squares = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double value = expected[i];
    const double error = std::abs(double{actual.at(i)} - value);
    if (!counts.empty() && !counts.at(i)) {
      result.exempt = std::max(result.exempt, error);
      continue;
    }
    const double size = std::abs(value - (origin.empty() ? 0.0 : double{origin.at(i)}));
    result.error = std::max(result.error, error);
    result.size = std::max(result.size, size);
    error_squares += error * error;
    squares += size * size;
  }
  result.normwise = result.error / result.size;
  result.l2 = std::sqrt(error_squares / squares);
  return result;
}

}  // namespace test
