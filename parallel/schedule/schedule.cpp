#include "parallel/schedule/schedule.hpp"

#include <algorithm>
#include <array>

#include "sim/ensure.hpp"

namespace parallel {
namespace {

/// What a stage works on at once.
struct Piece {
  std::int64_t chunk = 0;
  std::int64_t micro_batch = 0;
};

/// Writes a stage's instructions, with the messages its neighbours need around them: chunk c of
/// stage i is virtual stage c p + i, and only the first receives and the last sends no activation.
class Writer {
 public:
  Writer(std::int64_t stage, std::int64_t stages, std::int64_t chunks = 1)
      : stage_(stage), stages_(stages), chunks_(chunks) {}

  void forward(Piece piece) {
    if (!is_first(piece)) add(Action::receive_activation, piece);
    add(Action::forward, piece);
    if (!is_last(piece)) add(Action::send_activation, piece);
  }

  void backward(Piece piece) {
    if (!is_last(piece)) add(Action::receive_gradient, piece);
    add(Action::backward_input, piece);
    add(Action::backward_weight, piece);
    if (!is_first(piece)) add(Action::send_gradient, piece);
  }

  void backward_input(Piece piece) {
    if (!is_last(piece)) add(Action::receive_gradient, piece);
    add(Action::backward_input, piece);
    if (!is_first(piece)) add(Action::send_gradient, piece);
  }

  void backward_weight(Piece piece) { add(Action::backward_weight, piece); }

  Schedule finish() {
    add(Action::reduce, {});
    return std::move(schedule_);
  }

 private:
  [[nodiscard]] bool is_first(Piece piece) const { return stage_ == 0 && piece.chunk == 0; }
  [[nodiscard]] bool is_last(Piece piece) const {
    return stage_ + 1 == stages_ && piece.chunk + 1 == chunks_;
  }
  void add(Action action, Piece piece) {
    schedule_.push_back({action, piece.chunk, piece.micro_batch});
  }

  std::int64_t stage_;
  std::int64_t stages_;
  std::int64_t chunks_;
  Schedule schedule_;
};

/// The order in which every stage takes its pieces: p micro-batches through the first chunk, the
/// same p through the next, and so on; then the next p. Backwards go from the last chunk down.
class InterleavedOrder {
 public:
  InterleavedOrder(std::int64_t stages, std::int64_t chunks) : stages_(stages), chunks_(chunks) {}

  [[nodiscard]] Piece forward(std::int64_t turn) const {
    const std::int64_t round = turn / (stages_ * chunks_);
    return {turn / stages_ % chunks_, round * stages_ + turn % stages_};
  }
  [[nodiscard]] Piece backward(std::int64_t turn) const {
    const Piece mirrored = forward(turn);
    return {chunks_ - 1 - mirrored.chunk, mirrored.micro_batch};
  }

 private:
  std::int64_t stages_;
  std::int64_t chunks_;
};

}  // namespace

std::string_view name_of(Action action) {
  constexpr std::array<std::string_view, 8> names = {
      "receive_activation", "forward",         "send_activation", "receive_gradient",
      "backward_input",     "backward_weight", "send_gradient",   "reduce"};
  return names.at(static_cast<std::size_t>(action));
}

bool begins_with_whole_backward(std::span<const Instruction> rest) {
  if (rest.size() < 2 || rest[0].action != Action::backward_input) return false;
  return rest[1] == Instruction{Action::backward_weight, rest[0].chunk, rest[0].micro_batch};
}

Schedule gpipe(std::int64_t stage, std::int64_t stages, std::int64_t micro_batches) {
  Writer writer(stage, stages);
  for (std::int64_t j = 0; j < micro_batches; ++j) writer.forward({0, j});
  for (std::int64_t j = 0; j < micro_batches; ++j) writer.backward({0, j});
  return writer.finish();
}

Schedule one_forward_one_backward(std::int64_t stage, std::int64_t stages,
                                  std::int64_t micro_batches) {
  Writer writer(stage, stages);
  const std::int64_t warm_up = std::min(micro_batches, stages - 1 - stage);
  for (std::int64_t j = 0; j < warm_up; ++j) writer.forward({0, j});
  for (std::int64_t j = warm_up; j < micro_batches; ++j) {
    writer.forward({0, j});
    writer.backward({0, j - warm_up});
  }
  for (std::int64_t j = micro_batches - warm_up; j < micro_batches; ++j) writer.backward({0, j});
  return writer.finish();
}

Schedule interleaved(std::int64_t stage, std::int64_t stages, std::int64_t micro_batches,
                     std::int64_t virtual_stages) {
  ENSURE(stages >= 2 && virtual_stages >= 2, stages, virtual_stages);
  ENSURE(micro_batches % stages == 0, micro_batches, stages);
  Writer writer(stage, stages, virtual_stages);
  const InterleavedOrder order(stages, virtual_stages);
  const std::int64_t turns = micro_batches * virtual_stages;
  const std::int64_t warm_up =
      std::min(turns, 2 * (stages - stage - 1) + (virtual_stages - 1) * stages);
  for (std::int64_t turn = 0; turn < warm_up; ++turn) writer.forward(order.forward(turn));
  for (std::int64_t turn = warm_up; turn < turns; ++turn) {
    writer.forward(order.forward(turn));
    writer.backward(order.backward(turn - warm_up));
  }
  for (std::int64_t turn = turns - warm_up; turn < turns; ++turn) {
    writer.backward(order.backward(turn));
  }
  return writer.finish();
}

Schedule zb_h1(std::int64_t stage, std::int64_t stages, std::int64_t micro_batches) {
  Writer writer(stage, stages);
  const std::int64_t warm_up = std::min(micro_batches, stages - 1 - stage);
  for (std::int64_t j = 0; j < warm_up; ++j) writer.forward({0, j});
  for (std::int64_t j = 0; j < micro_batches; ++j) {
    if (j + warm_up < micro_batches) writer.forward({0, j + warm_up});
    writer.backward_input({0, j});
    if (j >= stage) writer.backward_weight({0, j - stage});
  }
  for (std::int64_t j = std::max<std::int64_t>(micro_batches - stage, 0); j < micro_batches; ++j) {
    writer.backward_weight({0, j});
  }
  return writer.finish();
}

Schedule make_schedule(PipelineSchedule kind, std::int64_t stage, std::int64_t stages,
                       std::int64_t micro_batches, std::int64_t virtual_stages) {
  ENSURE(stage >= 0 && stage < stages && micro_batches >= 1, stage, stages, micro_batches);
  if (kind == PipelineSchedule::interleaved && virtual_stages != 1) {
    return interleaved(stage, stages, micro_batches, virtual_stages);
  }
  ENSURE(virtual_stages == 1, virtual_stages);
  return kind == PipelineSchedule::gpipe ? gpipe(stage, stages, micro_batches)
                                         : one_forward_one_backward(stage, stages, micro_batches);
}

}  // namespace parallel
