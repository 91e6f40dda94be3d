#include "parallel/executor.hpp"

#include <cstddef>
#include <span>
#include <utility>

namespace parallel {
namespace {

constexpr int activation_tag = 0;
constexpr int gradient_tag = 1;

/// Copies one sequence's values to their places in the position-major micro-batch.
void place(sim::ConstView sequence, std::int64_t column, std::int64_t sequences, sim::View out) {
  const std::int64_t* from = sequence.as<std::int64_t>();
  std::int64_t* to = out.as<std::int64_t>();
  for (std::int64_t p = 0; p < sequence.columns; ++p) to[p * sequences + column] = from[p];
}

}  // namespace

Executor::Executor(sim::Meters& meters, Groups& groups, const Plan& plan,
                   const BatchSource& batches, std::vector<ChunkWorker> workers,
                   PartialGradients& partial, GradientBucket& bucket)
    : meters_(meters),
      groups_(groups),
      plan_(plan),
      batches_(batches),
      workers_(std::move(workers)),
      partial_(partial),
      bucket_(bucket),
      tensor_axis_(groups.tp),
      rotary_table_(sim::rotary_table_of(meters, plan.model, plan.model.sequence_length)) {}

double Executor::run(const Schedule& schedule, std::int64_t step, double loss_scale) {
  step_ = step;
  const auto tokens = static_cast<double>(plan_.global_batch_size * plan_.model.sequence_length);
  loss_gradient_factor_ = loss_scale / tokens;
  loss_sum_ = 0;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    const Instruction& instruction = schedule[i];
    const auto place = sim::PlaceScope::in_micro_batch(
        meters_.ledger,
        instruction.action == Action::reduce ? sim::Place{}.micro_batch : instruction.micro_batch);
    const bool is_whole = begins_with_whole_backward(std::span(schedule).subspan(i));
    play(instruction, is_whole);
    if (is_whole) ++i;
  }
  ENSURE(in_flight_.empty(), in_flight_.size());
  return loss_sum_;
}

void Executor::play(const Instruction& instruction, bool is_whole_backward) {
  if (log_ != nullptr) {
    log_->begin({static_cast<int>(instruction.action), instruction.chunk, instruction.micro_batch});
  }
  switch (instruction.action) {
    case Action::receive_activation:
      receive_activation(instruction);
      break;
    case Action::forward:
      forward(instruction);
      break;
    case Action::send_activation:
      send_activation(instruction);
      break;
    case Action::receive_gradient:
      receive_gradient(instruction);
      break;
    case Action::backward_input:
      backward(instruction, is_whole_backward ? Half::both : Half::input);
      break;
    case Action::backward_weight:
      backward(instruction, Half::weight);
      break;
    case Action::send_gradient:
      send_gradient(instruction);
      break;
    case Action::reduce:
      reduce();
      break;
  }
}

Executor::InFlight& Executor::in_flight(const Instruction& instruction) {
  const auto at = in_flight_.find({instruction.chunk, instruction.micro_batch});
  ENSURE(at != in_flight_.end(), name_of(instruction.action), instruction.chunk,
         instruction.micro_batch);
  return at->second;
}

void Executor::drop_if_done(const Instruction& instruction) {
  const InFlight& held = in_flight(instruction);
  if (!held.is_done || !held.input_gradient.empty()) return;
  in_flight_.erase({instruction.chunk, instruction.micro_batch});
}

ChunkWorker& Executor::worker_of(const Instruction& instruction) {
  return workers_.at(static_cast<std::size_t>(instruction.chunk));
}

sim::Context Executor::context_of(const Instruction& instruction) {
  const std::int64_t b = plan_.micro_batch_size;
  const std::int64_t block = instruction.micro_batch * groups_.dp.size() + groups_.dp.rank();
  return {.meters = meters_,
          .tensor_parallel = tensor_axis_,
          .parameters = *worker_of(instruction).store,
          .model = plan_.model,
          .sizes = sim::local_sizes(plan_.model, worker_of(instruction).store->tensor_shard()),
          .dtype = plan_.precision.weights,
          .seed = plan_.seed,
          .batch = {.step = step_,
                    .sequences = b,
                    .first_sequence = block * b,
                    .positions = plan_.model.sequence_length,
                    .loss_gradient_factor = loss_gradient_factor_},
          .activations = plan_.activations,
          .rotary_table = &rotary_table_};
}

void Executor::load_inputs(const sim::Context& context, const sim::ChunkRange& range,
                           sim::ChunkSaved& saved) {
  if (!range.has_embedding && !range.has_head) return;
  const auto make = [&](sim::Category category, std::int64_t rows, std::int64_t columns) {
    return sim::Tensor(meters_, {category}, sim::Dtype::int64, rows, columns);
  };
  const std::int64_t s = plan_.model.sequence_length;
  if (range.has_embedding) saved.tokens = make(sim::Category::inputs, 1, context.tokens());
  if (range.has_head) saved.labels = make(sim::Category::inputs, 1, context.tokens());
  sim::Tensor sequence = make(sim::Category::workspace, 2, s);
  if (meters_.shape_only) return;
  const auto row = [&](std::int64_t i) { return sequence.view().row_block(i, 1); };
  for (std::int64_t j = 0; j < context.batch.sequences; ++j) {
    const auto length = static_cast<std::size_t>(s);
    batches_(step_, context.batch.first_sequence + j, {row(0).as<std::int64_t>(), length},
             {row(1).as<std::int64_t>(), length});
    if (range.has_embedding) place(row(0), j, context.batch.sequences, saved.tokens);
    if (range.has_head) place(row(1), j, context.batch.sequences, saved.labels);
  }
}

void Executor::receive_activation(const Instruction& instruction) {
  const sim::Context context = context_of(instruction);
  const auto place =
      sim::PlaceScope::in_layer(meters_.ledger, worker_of(instruction).chunk->range().first_layer);
  sim::Tensor& input = in_flight_[{instruction.chunk, instruction.micro_batch}].input;
  input = context.make(sim::Chunk::input_owner(plan_.activations), context.shard_rows(),
                       plan_.model.hidden);
  groups_.pp.receive(input, previous_stage(), activation_tag);
}

void Executor::forward(const Instruction& instruction) {
  meters_.flops.enter(sim::Phase::forward);
  worker_of(instruction).store->begin_forward();
  sim::Context context = context_of(instruction);
  const sim::Chunk& chunk = *worker_of(instruction).chunk;
  InFlight& held = in_flight_[{instruction.chunk, instruction.micro_batch}];
  ENSURE(held.input.empty() == chunk.range().has_embedding, "forward without its input",
         instruction.chunk, instruction.micro_batch);
  ENSURE(held.saved.layers.empty(), "forward a second time", instruction.chunk,
         instruction.micro_batch);
  load_inputs(context, chunk.range(), held.saved);
  held.output = chunk.forward(context, std::move(held.input), held.saved, loss_sum_);
}

void Executor::receive_gradient(const Instruction& instruction) {
  const sim::Context context = context_of(instruction);
  sim::Tensor& gradient = in_flight(instruction).output_gradient;
  gradient = context.make({sim::Category::communication}, context.shard_rows(), plan_.model.hidden);
  groups_.pp.receive(gradient, next_stage(), gradient_tag);
}

void Executor::backward(const Instruction& instruction, Half half) {
  meters_.flops.enter(sim::Phase::backward);
  meters_.ledger.mark_kept();
  bucket_.open();
  ChunkWorker& worker = worker_of(instruction);
  worker.store->begin_backward(half, instruction.micro_batch);
  sim::Context context = context_of(instruction);
  InFlight& held = in_flight(instruction);
  if (half == Half::weight) {
    worker.chunk->backward_weight(context, held.saved);
  } else {
    ENSURE(held.output_gradient.empty() == worker.chunk->range().has_head,
           "backward without its output gradient", instruction.chunk, instruction.micro_batch);
    held.input_gradient =
        half == Half::both
            ? worker.chunk->backward(context, std::move(held.output_gradient), held.saved)
            : worker.chunk->backward_input(context, std::move(held.output_gradient), held.saved);
  }
  held.is_done = half != Half::input;
  drop_if_done(instruction);
}

void Executor::send_activation(const Instruction& instruction) {
  send(groups_.pp, activation_, std::exchange(in_flight(instruction).output, {}), next_stage(),
       activation_tag);
}

void Executor::send_gradient(const Instruction& instruction) {
  send(groups_.pp, gradient_, std::exchange(in_flight(instruction).input_gradient, {}),
       previous_stage(), gradient_tag);
  drop_if_done(instruction);
}

/// One message a direction is outstanding: the previous one is waited for first.
void Executor::send(ranks::Group& group, Outgoing& outgoing, sim::Tensor tensor, int to, int tag) {
  ENSURE(!tensor.empty(), "nothing to send", to, tag);
  finish(outgoing);
  outgoing.buffer = std::move(tensor);
  outgoing.send = group.send(outgoing.buffer, to, tag);
}

/// Virtual stages go round: after the last stage comes the first with its next chunk.
int Executor::next_stage() const {
  return (groups_.pp.rank() + 1) % groups_.pp.size();
}

int Executor::previous_stage() const {
  return (groups_.pp.rank() + groups_.pp.size() - 1) % groups_.pp.size();
}

void Executor::finish(Outgoing& outgoing) {
  outgoing.send.wait();
  outgoing.buffer.free();
}

void Executor::reduce() {
  finish(activation_);
  finish(gradient_);
  bucket_.close();
  for (const ChunkWorker& worker : workers_) worker.store->collect_partial_gradients();
  partial_.sum();
  for (const ChunkWorker& worker : workers_) worker.store->reduce_gradients();
}

}  // namespace parallel
