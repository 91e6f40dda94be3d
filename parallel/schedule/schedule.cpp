#include "parallel/schedule/schedule.hpp"

#include <algorithm>
#include <array>

#include "sim/ensure.hpp"

namespace parallel {
namespace {

/// Writes a stage's instructions, with the messages its neighbours need around them.
class Writer {
 public:
  Writer(std::int64_t stage, std::int64_t stages)
      : is_first_(stage == 0), is_last_(stage + 1 == stages) {}

  void forward(std::int64_t micro_batch) {
    if (!is_first_) add(Action::receive_activation, micro_batch);
    add(Action::forward, micro_batch);
    if (!is_last_) add(Action::send_activation, micro_batch);
  }

  void backward(std::int64_t micro_batch) {
    if (!is_last_) add(Action::receive_gradient, micro_batch);
    add(Action::backward_input, micro_batch);
    add(Action::backward_weight, micro_batch);
    if (!is_first_) add(Action::send_gradient, micro_batch);
  }

  Schedule finish() {
    add(Action::reduce, 0);
    return std::move(schedule_);
  }

 private:
  void add(Action action, std::int64_t micro_batch) {
    schedule_.push_back({action, 0, micro_batch});
  }

  bool is_first_;
  bool is_last_;
  Schedule schedule_;
};

}  // namespace

std::string_view name_of(Action action) {
  constexpr std::array<std::string_view, 8> names = {
      "receive_activation", "forward",         "send_activation", "receive_gradient",
      "backward_input",     "backward_weight", "send_gradient",   "reduce"};
  return names.at(static_cast<std::size_t>(action));
}

Schedule gpipe(std::int64_t stage, std::int64_t stages, std::int64_t micro_batches) {
  Writer writer(stage, stages);
  for (std::int64_t j = 0; j < micro_batches; ++j) writer.forward(j);
  for (std::int64_t j = 0; j < micro_batches; ++j) writer.backward(j);
  return writer.finish();
}

Schedule one_forward_one_backward(std::int64_t stage, std::int64_t stages,
                                  std::int64_t micro_batches) {
  Writer writer(stage, stages);
  const std::int64_t warm_up = std::min(micro_batches, stages - 1 - stage);
  for (std::int64_t j = 0; j < warm_up; ++j) writer.forward(j);
  for (std::int64_t j = warm_up; j < micro_batches; ++j) {
    writer.forward(j);
    writer.backward(j - warm_up);
  }
  for (std::int64_t j = micro_batches - warm_up; j < micro_batches; ++j) writer.backward(j);
  return writer.finish();
}

Schedule make_schedule(PipelineSchedule kind, std::int64_t stage, std::int64_t stages,
                       std::int64_t micro_batches) {
  ENSURE(stage >= 0 && stage < stages && micro_batches >= 1, stage, stages, micro_batches);
  switch (kind) {
    case PipelineSchedule::gpipe:
      return gpipe(stage, stages, micro_batches);
    case PipelineSchedule::one_forward_one_backward:
      break;
    case PipelineSchedule::interleaved:
      ENSURE(false, "interleaved");
  }
  return one_forward_one_backward(stage, stages, micro_batches);
}

}  // namespace parallel
