#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace sim {

/// IEEE binary16 as stored; converts to and from float, rounding to nearest even, keeps NaN a NaN.
/// Integer arithmetic and selections only, so that a loop of conversions becomes vector code
/// (method: F. Giesen, "half to float done quic", 2012; the rounding add carries into the
/// exponent).
struct Fp16 {
  std::uint16_t bits = 0;

  Fp16() = default;
  explicit Fp16(float value) {
    const auto word = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t magnitude = word & 0x7fffffffU;
    // Below 2^-14 the sum with 0.5 has its last place at 2^-24: the adder itself rounds.
    const float aligned = std::bit_cast<float>(magnitude) + 0.5F;
    const std::uint32_t subnormal = std::bit_cast<std::uint32_t>(aligned) - 0x3f000000U;
    const std::uint32_t odd = (magnitude >> 13U) & 1U;
    const std::uint32_t normal = (magnitude - 0x38000000U + 0xfffU + odd) >> 13U;
    const std::uint32_t beyond = magnitude > 0x7f800000U ? 0x7e00U : 0x7c00U;
    const std::uint32_t finite = magnitude < 0x38800000U ? subnormal : normal;
    const std::uint32_t unsigned_half = magnitude >= 0x47800000U ? beyond : finite;
    bits = static_cast<std::uint16_t>(unsigned_half | ((word >> 16U) & 0x8000U));
  }
  explicit operator float() const {
    const std::uint32_t wide = bits;
    const std::uint32_t shifted = (wide & 0x7fffU) << 13U;
    const std::uint32_t exponent = shifted & 0x0f800000U;
    // One unit of 2^-14 is added in front of a subnormal's digits and taken away as a float.
    const float subnormal = std::bit_cast<float>(shifted + 0x38800000U) - 0x1p-14F;
    const std::uint32_t rebias = exponent == 0x0f800000U ? 0x70000000U : 0x38000000U;
    const std::uint32_t magnitude =
        exponent == 0U ? std::bit_cast<std::uint32_t>(subnormal) : shifted + rebias;
    return std::bit_cast<float>(magnitude | ((wide & 0x8000U) << 16U));
  }
};

/// bfloat16 as stored: the upper half of a float; rounds to nearest even, keeps NaN a NaN.
struct Bf16 {
  std::uint16_t bits = 0;

  Bf16() = default;
  explicit Bf16(float value) {
    const auto word = std::bit_cast<std::uint32_t>(value);
    const bool is_nan = (word & 0x7fffffffU) > 0x7f800000U;
    const std::uint32_t rounded = word + 0x7fffU + ((word >> 16U) & 1U);
    bits = static_cast<std::uint16_t>((is_nan ? word | 0x400000U : rounded) >> 16U);
  }
  explicit operator float() const {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
  }
};

static_assert(sizeof(Fp16) == 2 && sizeof(Bf16) == 2);

[[noreturn]] void throw_not_floating(std::string_view dtype_name);

}  // namespace sim
