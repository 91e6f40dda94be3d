#pragma once

#include <vector>

#include "sim/model/checkpoint.hpp"
#include "sim/model/embedding.hpp"
#include "sim/model/head.hpp"
#include "sim/model/weight_halves.hpp"

namespace sim {

/// Everything a chunk keeps of one micro-batch between its forward and the end of its backward.
struct ChunkSaved {
  Tensor tokens;  // int64 [1, n], with the embedding only
  Tensor labels;  // int64 [1, n], with the head only
  EmbeddingSaved embedding;
  std::vector<LayerSaved> layers;
  HeadSaved head;
  std::vector<WeightHalves> weight_halves;  // by layer; only between the halves of a split backward
};

/// The layers of one virtual pipeline stage, with the embedding before the first and the head after
/// the last. It owns no tensors: weights and gradients are the
/// ParameterAccess', what is kept is the caller's ChunkSaved.
class Chunk {
 public:
  Chunk(const ModelDescription& model, const ChunkRange& range)
      : range_(range), parameters_(chunk_parameters(model, range)) {}

  [[nodiscard]] const ChunkRange& range() const { return range_; }
  [[nodiscard]] const ChunkParameters& parameters() const { return parameters_; }

  /// Who owns the tensor that is received for a chunk: it becomes its first layer's input.
  static Owner input_owner(const ActivationPlan& plan) { return layer_input_owner(plan); }

  /// `input` [shard_rows, h] is what was received (empty with the embedding); saved.tokens and
  /// saved.labels are filled where they are needed. Returns the output [shard_rows, h] to be sent,
  /// or, with the head, an empty tensor, and adds the micro-batch's loss to `loss_sum`.
  Tensor forward(Context& context, Tensor input, ChunkSaved& saved, double& loss_sum) const;

  /// Both halves of the backward, operator by operator. `doutput` is what was received (empty with
  /// the head). Returns the gradient of the input to be sent (empty with the embedding) and leaves
  /// `saved` empty.
  Tensor backward(Context& context, Tensor doutput, ChunkSaved& saved) const;
  /// The input half alone: all gradients but those of linears' weights. Leaves in `saved` what
  /// backward_weight() needs.
  Tensor backward_input(Context& context, Tensor doutput, ChunkSaved& saved) const;
  /// The weight half, any time after; leaves `saved` empty.
  void backward_weight(Context& context, ChunkSaved& saved) const;

 private:
  Tensor propagate(Context& context, Tensor doutput, ChunkSaved& saved) const;
  [[nodiscard]] Owner output_owner(const Context& context, std::int64_t layer) const;

  ChunkRange range_;
  ChunkParameters parameters_;
};

}  // namespace sim
