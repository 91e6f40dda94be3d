#pragma once

#include <cstdint>
#include <string>

#include "sim/kernels/dropout.hpp"
#include "sim/kernels/rope.hpp"
#include "sim/meters.hpp"
#include "sim/model/activation_plan.hpp"
#include "sim/model/description.hpp"
#include "sim/model/kv_cache.hpp"
#include "sim/model/parameter_access.hpp"
#include "sim/model/sizes.hpp"
#include "sim/model/tensor_parallel.hpp"
#include "sim/tensor.hpp"

namespace sim {

class WeightHalves;

/// The micro-batch a module is working on, for masks and positions.
struct MicroBatch {
  std::int64_t step = 0;            // counts from 0
  std::int64_t sequences = 0;       // b
  std::int64_t first_sequence = 0;  // place of its first sequence in the global batch
  std::int64_t positions = 0;       // of each sequence in this pass: s, or fewer in generation
  std::int64_t first_position = 0;  // of these: where generation has got to
  double loss_gradient_factor = 1;  // loss scale / tokens of the global batch
};

/// Everything a module needs besides its tensors. Token rows are position-major: row p * b + j is
/// position p of the micro-batch's sequence j, as in Megatron-LM. Under sequence parallelism a
/// tensor outside attention and MLP is this rank's run of those rows.
struct Context {
  Meters& meters;
  TensorParallel& tensor_parallel;
  ParameterAccess& parameters;
  const ModelDescription& model;
  LocalSizes sizes;
  Dtype dtype = Dtype::fp32;  // of weights and activations
  std::uint64_t seed = 0;
  MicroBatch batch{};
  ActivationPlan activations{};
  const RotaryTable* rotary_table = nullptr;  // with rotary embeddings
  bool keeps = true;                          // whether this forward keeps what its backward needs
  KvCache* cache = nullptr;                   // of the layer that generation is in
  WeightHalves* put_off = nullptr;  // of the layer whose weight halves wait; none: they do not

  [[nodiscard]] std::int64_t tokens() const { return batch.positions * batch.sequences; }
  [[nodiscard]] bool is_sequence_parallel() const {
    return activations.sequence_parallel && tensor_parallel.size() > 1;
  }
  /// Rows of a tensor outside attention and MLP: the tokens, or this rank's part of them.
  [[nodiscard]] std::int64_t shard_rows() const {
    return is_sequence_parallel() ? tokens() / tensor_parallel.size() : tokens();
  }
  [[nodiscard]] Tensor make(Owner owner, std::int64_t rows, std::int64_t columns) const {
    return {meters, owner, dtype, rows, columns};
  }
  /// A transient of the activations' type.
  [[nodiscard]] Tensor make_workspace(std::int64_t rows, std::int64_t columns) const {
    return make({Category::workspace}, rows, columns);
  }
  /// Who owns what the backward will need: nobody but the workspace where nothing is kept.
  [[nodiscard]] Owner saved(Item item) const {
    return keeps ? activation(item) : Owner{Category::workspace};
  }
  /// After the last use of a tensor in the forward: frees it where nothing is kept.
  void release(Tensor& tensor) const {
    if (!keeps) tensor.free();
  }
  /// Dropout of a [shard_rows, hidden] tensor; the mask's index is (sequence, position, channel).
  [[nodiscard]] DropoutSite hidden_dropout(const std::string& site) const;
  /// Dropout of this rank's [b, heads, query, key] softmax; index (sequence, head, query, key).
  [[nodiscard]] DropoutSite attention_dropout(const std::string& site) const;
};

}  // namespace sim
