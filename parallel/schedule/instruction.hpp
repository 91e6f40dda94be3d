#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace parallel {

/// What a stage does next. Activations travel to the next virtual stage, gradients to the previous
/// one; chunk c of stage i is virtual stage c p + i, so neighbours are stages modulo p.
enum class Action : std::uint8_t {
  receive_activation,
  forward,
  send_activation,
  receive_gradient,
  backward_input,
  backward_weight,
  send_gradient,
  reduce  // gradients over the data-parallel group, once all micro-batches are done
};
std::string_view name_of(Action action);

/// One step of a pipeline schedule. The plain backward is its two halves in a row: the executor
/// plays a backward_input directly followed by its backward_weight operator by operator.
struct Instruction {
  Action action = Action::forward;
  std::int64_t chunk = 0;
  std::int64_t micro_batch = 0;
  bool operator==(const Instruction&) const = default;
};

using Schedule = std::vector<Instruction>;

}  // namespace parallel
