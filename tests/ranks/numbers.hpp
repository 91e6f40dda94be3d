#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/dtype.hpp"
#include "sim/view.hpp"

namespace numbers {

/// A vector of exactly the right size seen as one row (so that an address checker sees every step
/// beyond its end).
template <class Stored>
sim::View row(std::vector<Stored>& values) {
  const auto size = static_cast<std::int64_t>(values.size());
  return {std::as_writable_bytes(std::span(values)).data(), sim::dtype_of<Stored>, 1, size, size};
}

/// value(i) for i in [0, size), stored as `Stored`; integers up to 2048 are exact in fp16, up to
/// 256 in bf16.
template <class Stored, class Value>
std::vector<Stored> filled(std::int64_t size, Value&& value) {
  std::vector<Stored> values;
  for (std::int64_t i = 0; i < size; ++i) {
    values.push_back(static_cast<Stored>(static_cast<float>(value(i))));
  }
  return values;
}

template <class Stored>
std::vector<double> plain(const std::vector<Stored>& values) {
  std::vector<double> plain_values;
  plain_values.reserve(values.size());
  for (const Stored value : values) plain_values.push_back(static_cast<float>(value));
  return plain_values;
}

/// Sum of 0 .. n-1.
constexpr std::int64_t sum_below(std::int64_t n) {
  return n * (n - 1) / 2;
}

}  // namespace numbers
