#include "parallel/executor.hpp"

#include <cstddef>
#include <span>

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
  for (const Instruction& instruction : schedule) {
    const auto place = sim::PlaceScope::in_micro_batch(
        meters_.ledger,
        instruction.action == Action::reduce ? sim::Place{}.micro_batch : instruction.micro_batch);
    play(instruction);
  }
  ENSURE(in_flight_.empty(), in_flight_.size());
  return loss_sum_;
}

void Executor::play(const Instruction& instruction) {
  switch (instruction.action) {
    case Action::receive_activation:
      receive_activation(instruction);
      break;
    case Action::forward:
      forward(instruction);
      break;
    case Action::send_activation:
      send(activation_, output_, next_stage(), activation_tag);
      break;
    case Action::receive_gradient:
      receive_gradient(instruction);
      break;
    case Action::backward_input:
      backward(instruction);
      break;
    case Action::backward_weight:
      break;  // played with the backward_input directly before it
    case Action::send_gradient:
      send(gradient_, output_, previous_stage(), gradient_tag);
      break;
    case Action::reduce:
      reduce();
      break;
  }
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
  input_ = context.make(sim::Chunk::input_owner(plan_.activations), context.shard_rows(),
                        plan_.model.hidden);
  groups_.pp.receive(input_, previous_stage(), activation_tag);
}

void Executor::forward(const Instruction& instruction) {
  meters_.flops.enter(sim::Phase::forward);
  worker_of(instruction).store->begin(Pass::forward);
  sim::Context context = context_of(instruction);
  const sim::Chunk& chunk = *worker_of(instruction).chunk;
  sim::ChunkSaved& saved = in_flight_[{instruction.chunk, instruction.micro_batch}];
  load_inputs(context, chunk.range(), saved);
  output_ = chunk.forward(context, std::move(input_), saved, loss_sum_);
}

void Executor::receive_gradient(const Instruction& instruction) {
  const sim::Context context = context_of(instruction);
  input_ = context.make({sim::Category::communication}, context.shard_rows(), plan_.model.hidden);
  groups_.pp.receive(input_, next_stage(), gradient_tag);
}

void Executor::backward(const Instruction& instruction) {
  meters_.flops.enter(sim::Phase::backward);
  meters_.ledger.mark_kept();
  bucket_.open();
  worker_of(instruction).store->begin(Pass::backward);
  sim::Context context = context_of(instruction);
  const auto saved = in_flight_.find({instruction.chunk, instruction.micro_batch});
  ENSURE(saved != in_flight_.end(), instruction.chunk, instruction.micro_batch);
  output_ = worker_of(instruction).chunk->backward(context, std::move(input_), saved->second);
  in_flight_.erase(saved);
}

/// One message a direction is outstanding: the previous one is waited for first.
void Executor::send(Outgoing& outgoing, sim::Tensor& tensor, int to, int tag) {
  finish(outgoing);
  outgoing.buffer = std::move(tensor);
  outgoing.send = groups_.pp.send(outgoing.buffer, to, tag);
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
