#pragma once

#include <cstdint>

#include <fmt/format.h>

#include "sim/ensure.hpp"

namespace sim {

/// A number of elements, bytes or FLOPs that passes 2^63 - 1: the message carries the numbers that
/// made it.
class Overflow : public Error {
 public:
  using Error::Error;
};

/// A 64-bit number whose sums and products are right or throw Overflow. Sizes come from files, and
/// what is made of them must never be a wrapped number; every product of several and every running
/// total is taken with it. One operand is enough: Checked(8) * rows * columns.
class Checked {
 public:
  constexpr Checked(std::int64_t value) : value_(value) {}  // NOLINT(google-explicit-constructor)
  [[nodiscard]] constexpr std::int64_t value() const { return value_; }

  friend Checked operator+(Checked a, Checked b) {
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a.value_, b.value_, &sum)) fail(a, "+", b);
    return sum;
  }
  friend Checked operator*(Checked a, Checked b) {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a.value_, b.value_, &product)) fail(a, "*", b);
    return product;
  }

 private:
  [[noreturn]] static void fail(Checked a, const char* sign, Checked b) {
    throw Overflow(fmt::format("{} {} {} does not fit into 64 bits (at most 2^63 - 1)", a.value_,
                               sign, b.value_));
  }

  std::int64_t value_;
};

/// How many parts of at most `divisor` (>= 1) elements `dividend` (>= 0) falls into. Whatever the
/// two are, nothing passes 2^63.
constexpr std::int64_t ceil_divide(std::int64_t dividend, std::int64_t divisor) {
  return dividend / divisor + (dividend % divisor != 0 ? 1 : 0);
}

/// A run of elements.
struct Part {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

/// Part `index` of `size` elements that are cut into `parts`, the first ones an element longer
/// where they cannot be equal.
constexpr Part part_of(std::int64_t size, std::int64_t parts, std::int64_t index) {
  const std::int64_t longer = size % parts;
  const std::int64_t before = index < longer ? index : longer;
  return {size / parts * index + before, size / parts + (index < longer ? 1 : 0)};
}

}  // namespace sim
