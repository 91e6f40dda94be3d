#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <vector>

namespace test {

/// Random choices that depend on nothing but a seed and an index: the engine and its seeding are
/// fixed to the bit by the standard, which the library's distributions are not.
class Draw {
 public:
  Draw(std::uint64_t seed, std::uint64_t index) : engine_(engine_of(seed, index)) {}

  /// A whole number of [low, high], high >= low.
  std::int64_t between(std::int64_t low, std::int64_t high) {
    const auto span = static_cast<std::uint64_t>(high - low + 1);
    return low + static_cast<std::int64_t>(engine_() % span);
  }
  /// True once in `times`.
  bool once_in(std::int64_t times) { return between(1, times) == 1; }
  /// One of at least one value.
  template <class Value>
  Value of(const std::vector<Value>& values) {
    return values.at(static_cast<std::size_t>(between(0, std::ssize(values) - 1)));
  }
  template <class Value>
  Value of(std::initializer_list<Value> values) {
    return of(std::vector<Value>(values));
  }

 private:
  static std::mt19937_64 engine_of(std::uint64_t seed, std::uint64_t index) {
    std::seed_seq words{seed & 0xffffffffU, seed >> 32U, index & 0xffffffffU, index >> 32U};
    return std::mt19937_64(words);
  }

  std::mt19937_64 engine_;
};

}  // namespace test
