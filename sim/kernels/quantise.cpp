#include "sim/kernels/quantise.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "sim/ensure.hpp"
#include "sim/kernels/detail/loops.hpp"
#include "sim/kernels/detail/storage.hpp"
#include "sim/kernels/detail/sums.hpp"

namespace sim {
namespace {

constexpr float largest_code = 127.0F;

/// NaN when a term is.
template <class Stored>
float largest_magnitude(const Stored* x, std::int64_t columns) {
  return kernels::fold_lanes(
      columns, 0.0F, [=](std::int64_t i) { return std::fabs(kernels::load<float>(x[i])); },
      [](float a, float b) { return b > a || std::isnan(b) ? b : a; });
}

/// A scale that is subnormal is inexact, so a quotient may pass the largest code.
std::int8_t code_of(float x, float scale) {
  if (scale == 0.0F) return 0;
  const float code = std::nearbyint(x / scale);
  return static_cast<std::int8_t>(std::clamp(code, -largest_code, largest_code));
}

}  // namespace

void quantise_rows(ConstView x, View codes, View scales) {
  ENSURE(kernels::same_shape(x, codes), x.rows, x.columns, codes.rows, codes.columns);
  ENSURE(kernels::has_shape(scales, 1, x.rows), scales.rows, scales.columns, x.rows);
  auto* const to = scales.as<float>();
  const auto coded = kernels::matrix<std::int8_t>(codes);
  if (x.shape_only()) return;
  visit_floating(x.dtype, [&]<class Stored>(Stored) {
    const auto from = kernels::matrix<Stored>(x);
    kernels::for_each_parallel(x.rows, x.size(), [&](std::int64_t row) {
      to[row] = largest_magnitude(from.row(row), x.columns) / largest_code;
    });
    for (std::int64_t row = 0; row < x.rows; ++row) {
      ENSURE(std::isfinite(to[row]), "row", row, "scale", to[row]);
    }
    kernels::for_each_parallel(x.rows, x.size(), [&](std::int64_t row) {
      for (std::int64_t i = 0; i < x.columns; ++i) {
        coded.row(row)[i] = code_of(kernels::load<float>(from.row(row)[i]), to[row]);
      }
    });
  });
}

}  // namespace sim
