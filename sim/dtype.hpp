#pragma once

#include <cstdint>
#include <string_view>

#include "sim/half.hpp"

namespace sim {

/// How an element is stored. Everything is computed in fp32 (sizes and tokens in int64). int8 holds
/// the codes of weights that have been quantised row by row.
enum class Dtype : std::uint8_t { fp32, fp16, bf16, int64, uint8, int8 };

/// Bytes of one stored element.
constexpr std::int64_t bytes_of(Dtype dtype) {
  switch (dtype) {
    case Dtype::fp32:
      return 4;
    case Dtype::fp16:
    case Dtype::bf16:
      return 2;
    case Dtype::int64:
      return 8;
    case Dtype::uint8:
    case Dtype::int8:
      return 1;
  }
  return 0;
}

constexpr std::string_view name_of(Dtype dtype) {
  switch (dtype) {
    case Dtype::fp32:
      return "fp32";
    case Dtype::fp16:
      return "fp16";
    case Dtype::bf16:
      return "bf16";
    case Dtype::int64:
      return "int64";
    case Dtype::uint8:
      return "uint8";
    case Dtype::int8:
      return "int8";
  }
  return "?";
}

/// The Dtype of a C++ storage type.
template <class Stored>
inline constexpr Dtype dtype_of = Dtype::fp32;
template <>
inline constexpr Dtype dtype_of<Fp16> = Dtype::fp16;
template <>
inline constexpr Dtype dtype_of<Bf16> = Dtype::bf16;
template <>
inline constexpr Dtype dtype_of<std::int64_t> = Dtype::int64;
template <>
inline constexpr Dtype dtype_of<std::uint8_t> = Dtype::uint8;
template <>
inline constexpr Dtype dtype_of<std::int8_t> = Dtype::int8;

/// Calls `body` with a value of the storage type of a floating-point `dtype`: the one place where
/// a run-time dtype becomes a template argument. Throws std::invalid_argument on integer dtypes.
template <class Body>
decltype(auto) visit_floating(Dtype dtype, Body&& body) {
  switch (dtype) {
    case Dtype::fp32:
      return body(float{});
    case Dtype::fp16:
      return body(Fp16{});
    case Dtype::bf16:
      return body(Bf16{});
    default:
      break;
  }
  throw_not_floating(name_of(dtype));
}

}  // namespace sim
