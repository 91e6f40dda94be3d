#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ranks/axes.hpp"

namespace ranks {

enum class Operation : std::uint8_t { all_reduce, reduce_scatter, all_gather, send };
inline constexpr std::size_t operation_count = sim::enumerator_count<Operation>;
std::string_view name_of(Operation operation);

/// What this rank asked of MPI, by axis and operation. `bytes` is the payload (MEASURES.md,
/// "Traffic"): an all_reduce's buffer, a reduce_scatter's whole input, an all_gather's whole
/// result, what is sent. Ring factors are no business of the record.
class TrafficRecord {
 public:
  struct Count {
    std::int64_t calls = 0;
    std::int64_t bytes = 0;
    bool operator==(const Count&) const = default;
  };

  void add(Axis axis, Operation operation, std::int64_t bytes);
  void begin_step() { counts_ = {}; }
  [[nodiscard]] const Count& at(Axis axis, Operation operation) const;
  /// To fill a record from another's numbers.
  [[nodiscard]] Count& at(Axis axis, Operation operation);
  bool operator==(const TrafficRecord&) const = default;

 private:
  std::array<std::array<Count, operation_count>, axis_count> counts_{};
};

}  // namespace ranks
