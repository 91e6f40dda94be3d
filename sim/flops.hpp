#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sim/checked.hpp"
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
  /// Both throw Overflow when all phases together pass 2^63 - 1.
  void add_matmul(Checked flops) { add(flops, &FlopCount::matmul); }
  void add_elementwise(Checked flops) { add(flops, &FlopCount::elementwise); }
  void enter(Phase phase) { phase_ = phase; }
  [[nodiscard]] Phase phase() const { return phase_; }
  void begin_step() {
    counts_ = {};
    all_phases_ = {};
  }
  [[nodiscard]] const FlopReport& report() const { return counts_; }

 private:
  void add(Checked flops, std::int64_t FlopCount::*kind) {
    all_phases_.*kind = (flops + all_phases_.*kind).value();
    counts_[static_cast<std::size_t>(phase_)].*kind += flops.value();
  }

  FlopReport counts_{};
  FlopCount all_phases_;  // no less than any of the counts, so that these need no check
  Phase phase_ = Phase::forward;
};

}  // namespace sim
