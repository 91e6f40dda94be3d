#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace parallel {

/// What a stage does next. Activations travel to the next virtual stage, gradients to the previous
/// one; chunk c of stage i is virtual stage c p + i, so neighbours are stages modulo p.
/// Each action fills or empties buffers of its own (chunk, micro-batch), so that what is received
/// early, sent late or held is a matter of the list alone:
enum class Action : std::uint8_t {
  receive_activation,  // fills the input
  forward,             // takes the input, fills what is saved and the output
  send_activation,     // takes the output
  receive_gradient,    // fills the output's gradient
  backward_input,      // takes that and all that is saved but what weight gradients need; fills the
                       // input's gradient
  backward_weight,     // takes the rest
  send_gradient,       // takes the input's gradient
  reduce               // gradients over the data-parallel group, once all micro-batches are done
};
std::string_view name_of(Action action);

/// One step of a pipeline schedule.
struct Instruction {
  Action action = Action::forward;
  std::int64_t chunk = 0;
  std::int64_t micro_batch = 0;
  bool operator==(const Instruction&) const = default;
};

using Schedule = std::vector<Instruction>;

/// Whether the first two of `rest` are the halves of one backward in a row, which are played
/// operator by operator: nothing waits for the weight half.
bool begins_with_whole_backward(std::span<const Instruction> rest);

}  // namespace parallel
