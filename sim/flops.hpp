#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sim/enum_table.hpp"

namespace sim {

/// The part of a step that executes an operation.
enum class Phase : std::uint8_t { forward, backward, recompute, optimizer };
inline constexpr std::size_t phase_count = enumerator_count<Phase>;
std::string_view name_of(Phase phase);

struct FlopCount {
  std::int64_t matmul = 0;       // 2MNK a product
  std::int64_t elementwise = 0;  // + - * / sqrt exp log tanh erf, one each
  bool operator==(const FlopCount&) const = default;
};
using FlopReport = std::array<FlopCount, phase_count>;

/// Counts what the kernels execute, under the phase that is running. Conventions: MEASURES.md's
/// "FLOPs": comparisons, negation, conversion, copies and random bits are no FLOPs; a sum of x
/// terms is x; masked, dropped and padded elements count like any other.
class FlopCounter {
 public:
  void add_matmul(std::int64_t flops) { current().matmul += flops; }
  void add_elementwise(std::int64_t flops) { current().elementwise += flops; }
  void enter(Phase phase) { phase_ = phase; }
  [[nodiscard]] Phase phase() const { return phase_; }
  void begin_step() { counts_ = {}; }
  [[nodiscard]] const FlopReport& report() const { return counts_; }

 private:
  FlopCount& current() { return counts_[static_cast<std::size_t>(phase_)]; }

  FlopReport counts_{};
  Phase phase_ = Phase::forward;
};

}  // namespace sim
