#pragma once

#include <map>
#include <utility>
#include <vector>

#include "parallel/groups.hpp"
#include "parallel/plan.hpp"
#include "parallel/schedule/instruction.hpp"
#include "parallel/sources.hpp"
#include "parallel/tensor_axis.hpp"
#include "parallel/zero/gradient_bucket.hpp"
#include "parallel/zero/parameter_store.hpp"
#include "sim/model/chunk.hpp"
#include "sim/model/rotation.hpp"

namespace parallel {

/// A chunk and its parameters on this rank.
struct ChunkWorker {
  const sim::Chunk* chunk = nullptr;
  ParameterStore* store = nullptr;
};

/// Plays a stage's schedule: the forward and backward passes of one step with their messages, up
/// to reduced gradients. All ranks of the mesh run their own schedule together.
class Executor {
 public:
  Executor(sim::Meters& meters, Groups& groups, const Plan& plan, const BatchSource& batches,
           std::vector<ChunkWorker> workers, PartialGradients& partial, GradientBucket& bucket);

  /// Instructions begin in `log`; null, as at first: in none.
  void log_to(ranks::OperationLog* log) { log_ = log; }

  /// Runs step `step` (from 0) and returns the sum of the losses of this rank's micro-batches
  /// (zero except on the last stage). `loss_scale` multiplies every gradient.
  double run(const Schedule& schedule, std::int64_t step, double loss_scale);

 private:
  /// What this rank holds of one micro-batch in one chunk: Action says who fills and who takes it.
  struct InFlight {
    sim::Tensor input;
    sim::ChunkSaved saved;
    sim::Tensor output;
    sim::Tensor output_gradient;
    sim::Tensor input_gradient;
    bool is_done = false;  // but for sending the input's gradient
  };
  using Key = std::pair<std::int64_t, std::int64_t>;  // chunk, micro-batch

  /// A message under way and the buffer it reads; one a direction.
  struct Outgoing {
    sim::Tensor buffer;
    ranks::PendingSend send;
  };

  void play(const Instruction& instruction, bool is_whole_backward);
  void receive_activation(const Instruction& instruction);
  void forward(const Instruction& instruction);
  void receive_gradient(const Instruction& instruction);
  void backward(const Instruction& instruction, Half half);
  void send_activation(const Instruction& instruction);
  void send_gradient(const Instruction& instruction);
  static void send(ranks::Group& group, Outgoing& outgoing, sim::Tensor tensor, int to, int tag);
  [[nodiscard]] int next_stage() const;
  [[nodiscard]] int previous_stage() const;
  void reduce();
  static void finish(Outgoing& outgoing);

  [[nodiscard]] sim::Context context_of(const Instruction& instruction);
  [[nodiscard]] ChunkWorker& worker_of(const Instruction& instruction);
  /// Of a micro-batch whose forward has been played.
  [[nodiscard]] InFlight& in_flight(const Instruction& instruction);
  void drop_if_done(const Instruction& instruction);
  void load_inputs(const sim::Context& context, const sim::ChunkRange& range,
                   sim::ChunkSaved& saved);

  sim::Meters& meters_;
  Groups& groups_;
  const Plan& plan_;
  const BatchSource& batches_;
  std::vector<ChunkWorker> workers_;
  PartialGradients& partial_;
  GradientBucket& bucket_;
  TensorAxis tensor_axis_;
  sim::RotaryTable rotary_table_;

  ranks::OperationLog* log_ = nullptr;
  std::map<Key, InFlight> in_flight_;
  Outgoing activation_;
  Outgoing gradient_;
  std::int64_t step_ = 0;
  double loss_gradient_factor_ = 1;
  double loss_sum_ = 0;
};

}  // namespace parallel
