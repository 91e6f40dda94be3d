#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

/// The elementary functions of the kernels, by the scalar they compute in. Production computes in
/// float; the general templates serve the scalars of tests (double for finite differences, a scalar
/// that counts its operations). The float forms have no branches and no tables, so that a loop over
/// them becomes vector code on any machine, and each stands for one FLOP however it is made.
/// Kernels charge what they do to elements and rows; scalars that are prepared once a call, such as
/// 1/(1 - p) or 1 - beta^step, are no FLOPs.
namespace sim::kernels {

template <class Real>
Real exponential(Real x) {
  using std::exp;
  return exp(x);
}
template <class Real>
Real hyperbolic_tangent(Real x) {
  using std::tanh;
  return tanh(x);
}
template <class Real>
Real error_function(Real x) {
  using std::erf;
  return erf(x);
}
template <class Real>
Real square_root(Real x) {
  using std::sqrt;
  return sqrt(x);
}
template <class Real>
Real logarithm(Real x) {
  using std::log;
  return log(x);
}

namespace detail {
/// 2^exponent for exponents of normal floats, -126 ... 127.
inline float power_of_two(std::int32_t exponent) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(exponent + 127) << 23U);
}
}  // namespace detail

/// e^x to about one unit in the last place; infinity beyond 88.7, subnormals and zero below -87.3,
/// NaN for NaN. x = n ln 2 + r with |r| <= ln(2)/2, e^r by the polynomial of Cephes' expf
/// (Moshier).
inline float exponential(float x) {
  constexpr float log2_e = 1.44269504F;
  constexpr float ln_2_high = 0.693359375F;
  constexpr float ln_2_low = -2.12194440e-4F;
  constexpr float shifter = 0x1.8p23F;  // adding it rounds to an integer in the low bits
  const float below = x > 89.0F ? 89.0F : x;
  const float bounded = below < -104.0F ? -104.0F : below;  // comparisons are false for NaN
  const float shifted = bounded * log2_e + shifter;
  const float n = shifted - shifter;
  const float r = (bounded - n * ln_2_high) - n * ln_2_low;
  float p = 1.9875691500e-4F;
  p = p * r + 1.3981999507e-3F;
  p = p * r + 8.3334519073e-3F;
  p = p * r + 4.1665795894e-2F;
  p = p * r + 1.6666665459e-1F;
  p = p * r + 5.0000001201e-1F;
  const float mantissa = p * (r * r) + r + 1.0F;
  // Two factors, because 2^n alone may lie outside the floats where the result does not.
  const auto exponent = static_cast<std::int32_t>(std::bit_cast<std::uint32_t>(shifted) -
                                                  std::bit_cast<std::uint32_t>(shifter));
  const std::int32_t half = exponent >> 1;
  return mantissa * detail::power_of_two(half) * detail::power_of_two(exponent - half);
}

/// tanh x to about two units in the last place: an odd polynomial (Cephes' tanhf) below 0.625,
/// where the exponential form would cancel, and 1 - 2 / (e^2|x| + 1) above.
inline float hyperbolic_tangent(float x) {
  const float magnitude = std::fabs(x);
  const float far = 1.0F - 2.0F / (exponential(2.0F * magnitude) + 1.0F);
  const float square = x * x;
  float p = -5.70498872745e-3F;
  p = p * square + 2.06390887954e-2F;
  p = p * square - 5.37397155531e-2F;
  p = p * square + 1.33314422036e-1F;
  p = p * square - 3.33332819422e-1F;
  const float near = p * square * x + x;
  return magnitude < 0.625F ? near : std::copysign(far, x);
}

/// erf x to about two units in the last place, by Juffa's two polynomials: x + x p(x^2) up to
/// 475/512, where the exponential form would cancel, and 1 - e^q(|x|) above.
inline float error_function(float x) {
  const float magnitude = std::fabs(x);
  const float square = x * x;
  const float bounded = magnitude > 4.0F ? 4.0F : magnitude;  // erf 4 rounds to 1
  float q = -1.72853470e-5F;
  q = q * bounded + 3.83197126e-4F;
  q = q * bounded - 3.88396438e-3F;
  q = q * bounded + 2.42546219e-2F;
  q = q * bounded - 1.06777877e-1F;
  q = q * bounded - 6.34846687e-1F;
  q = q * bounded - 1.28717512e-1F;
  const float far = 1.0F - exponential(q * bounded - bounded);
  float p = -5.96761703e-4F;
  p = p * square + 4.99119423e-3F;
  p = p * square - 2.67681349e-2F;
  p = p * square + 1.12819925e-1F;
  p = p * square - 3.76125336e-1F;
  p = p * square + 1.28379166e-1F;
  const float near = p * x + x;
  return magnitude > 0.927734375F ? std::copysign(far, x) : near;
}

}  // namespace sim::kernels
