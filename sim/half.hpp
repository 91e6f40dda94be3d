#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace sim {

/// IEEE binary16 as stored; converts to and from float, rounding to nearest even.
struct Fp16 {
  std::uint16_t bits = 0;

  Fp16() = default;
  explicit Fp16(float value) : bits(std::bit_cast<std::uint16_t>(static_cast<_Float16>(value))) {}
  explicit operator float() const { return static_cast<float>(std::bit_cast<_Float16>(bits)); }
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
