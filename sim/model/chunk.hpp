#pragma once

#include <vector>

#include "sim/model/embedding.hpp"
#include "sim/model/head.hpp"
#include "sim/model/layer.hpp"

namespace sim {

/// Everything a chunk keeps of one micro-batch between its forward and its backward.
struct ChunkSaved {
  Tensor tokens;  // int64 [1, n], with the embedding only
  Tensor labels;  // int64 [1, n], with the head only
  EmbeddingSaved embedding;
  std::vector<LayerSaved> layers;
  HeadSaved head;
};

/// Who owns the tensors that enter and leave a chunk. What comes from another stage is received
/// into the first norm's input; what goes to another stage is `communication` while it is sent.
Owner chunk_input_owner();

/// The layers of one pipeline stage (later: of one virtual stage), with the embedding before the
/// first and the head after the last. It owns no tensors: weights and gradients are the
/// ParameterAccess', what is kept is the caller's ChunkSaved.
class Chunk {
 public:
  Chunk(const ModelDescription& model, const ChunkRange& range)
      : range_(range), parameters_(chunk_parameters(model, range)) {}

  [[nodiscard]] const ChunkRange& range() const { return range_; }
  [[nodiscard]] const ChunkParameters& parameters() const { return parameters_; }

  /// `input` [n, h] is what was received (empty with the embedding); saved.tokens and saved.labels
  /// are filled where they are needed. Returns the output [n, h] to be sent, or, with the head, an
  /// empty tensor, and adds the micro-batch's loss to `loss_sum`.
  Tensor forward(Context& context, Tensor input, ChunkSaved& saved, double& loss_sum) const;

  /// `doutput` is what was received (empty with the head). Returns the gradient of the input to be
  /// sent (empty with the embedding) and leaves `saved` empty.
  Tensor backward(Context& context, Tensor doutput, ChunkSaved& saved) const;

 private:
  [[nodiscard]] Owner output_owner(std::int64_t layer) const;

  ChunkRange range_;
  ChunkParameters parameters_;
};

}  // namespace sim
