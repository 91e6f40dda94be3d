#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "sim/kernels/detail/loops.hpp"
#include "sim/kernels/detail/storage.hpp"
#include "sim/kernels/detail/sums.hpp"

/// Numbers in 8 bits as bitsandbytes stores optimizer moments (Dettmers et al. 2022, arXiv
/// 2110.02861, section 2.2): the code stands for a value of at most 1, a block's scale for the
/// rest.
namespace sim::kernels {

/// 256 values in ascending order, and between each two their middle.
struct DynamicCode {
  std::array<float, 256> values{};
  std::array<float, 255> middles{};
};

/// The dynamic-exponent map ("dynamic tree quantization"; bitsandbytes' create_dynamic_map): seven
/// decades from 10^-6 to 1, each twice as finely divided as the one below, so that the fraction
/// gains the bits that the exponent does not need. A decade's tenth to its end is cut into `pieces`
/// equal parts whose middles are the values: 1 ... 64 parts with both signs, 2 ... 128 without.
/// Zero and one complete them; minus one is no value.
constexpr DynamicCode make_dynamic_code(bool is_signed) {
  DynamicCode code;
  std::size_t count = 0;
  double decade = 1e-6;
  for (int pieces = is_signed ? 1 : 2; count + 2 < 256; pieces *= 2) {
    for (int piece = 0; piece < pieces; ++piece) {
      const double value = decade * (0.1 + 0.9 * (piece + 0.5) / pieces);
      code.values[count++] = static_cast<float>(value);
      if (is_signed) code.values[count++] = -static_cast<float>(value);
    }
    decade *= 10;
  }
  code.values[count++] = 0.0F;
  code.values[count++] = 1.0F;
  std::sort(code.values.begin(), code.values.end());
  for (std::size_t i = 0; i < code.middles.size(); ++i) {
    code.middles[i] = (code.values[i] + code.values[i + 1]) / 2;
  }
  return code;
}

inline constexpr DynamicCode signed_code = make_dynamic_code(true);
inline constexpr DynamicCode unsigned_code = make_dynamic_code(false);

/// The code of the value nearest to x; of two equally near ones the smaller, of NaN the first.
/// Eight comparisons, no FLOPs.
template <class Real>
std::uint8_t nearest_code(const DynamicCode& code, Real x) {
  std::int32_t below = 0;  // how many middles lie below x
  for (std::int32_t half = 128; half > 0; half /= 2) {
    const bool is_above = x > Real(code.middles[static_cast<std::size_t>(below + half - 1)]);
    below += is_above ? half : 0;
  }
  return static_cast<std::uint8_t>(below);
}

/// One product an element.
template <class Real>
void dequantise_block(const DynamicCode& code, const std::uint8_t* codes, float absmax,
                      std::int64_t count, Real* values) {
  for_each_element(count, [=, &code](std::int64_t i) {
    values[i] = Real(code.values[codes[i]]) * Real(absmax);
  });
}

/// Stores `values` as codes and returns their scale, the largest magnitude. One quotient an
/// element: a block of zeros is divided by 1.
template <class Real>
float quantise_block(const DynamicCode& code, const Real* values, std::int64_t count,
                     std::uint8_t* codes) {
  const Real absmax = largest_term<Real>(
      count, [=](std::int64_t i) { return Real(std::fabs(static_cast<float>(values[i]))); });
  const Real divisor = absmax > Real(0.0F) ? absmax : Real(1.0F);
  for_each_element(
      count, [=, &code](std::int64_t i) { codes[i] = nearest_code(code, values[i] / divisor); });
  return static_cast<float>(absmax);
}

}  // namespace sim::kernels
