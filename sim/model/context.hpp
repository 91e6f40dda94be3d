#pragma once

#include <cstdint>
#include <string>

#include "sim/kernels/dropout.hpp"
#include "sim/meters.hpp"
#include "sim/model/description.hpp"
#include "sim/model/parameters.hpp"
#include "sim/model/sizes.hpp"
#include "sim/tensor.hpp"

namespace sim {

/// What the model asks of the other tensor-parallel ranks. All ranks of the group call alike, in
/// the same order; a group of one does nothing.
class TensorParallel {
 public:
  TensorParallel() = default;
  TensorParallel(const TensorParallel&) = delete;
  TensorParallel& operator=(const TensorParallel&) = delete;
  virtual ~TensorParallel() = default;

  virtual void sum(View buffer) = 0;
  virtual void maximum(View buffer) = 0;
};

/// Where the model's weights are and where its gradients go. A module's weights are whole between
/// enter() and leave(). Gradients are asked for in exactly the reverse of the forward order; what
/// begin_gradient() returns is added to, never overwritten, until end_gradient().
class ParameterAccess {
 public:
  ParameterAccess() = default;
  ParameterAccess(const ParameterAccess&) = delete;
  ParameterAccess& operator=(const ParameterAccess&) = delete;
  virtual ~ParameterAccess() = default;

  virtual void enter(ModuleId module) = 0;
  virtual void leave(ModuleId module) = 0;
  /// Rows and columns are the rank's own; valid until the module is left.
  [[nodiscard]] virtual ConstView weight(ParameterId id) const = 0;
  [[nodiscard]] virtual View begin_gradient(ParameterId id) = 0;
  virtual void end_gradient(ParameterId id) = 0;
};

/// Holds a module's weights whole for the length of a scope.
class ModuleScope {
 public:
  ModuleScope(ParameterAccess& parameters, ModuleId module)
      : parameters_(parameters), module_(module) {
    parameters_.enter(module_);
  }
  ModuleScope(const ModuleScope&) = delete;
  ModuleScope& operator=(const ModuleScope&) = delete;
  ~ModuleScope() { parameters_.leave(module_); }

 private:
  ParameterAccess& parameters_;
  ModuleId module_;
};

/// Adds to a parameter's gradient: `kernel` receives the view to add to.
template <class Kernel>
void add_gradient(ParameterAccess& parameters, ParameterId id, Kernel kernel) {
  kernel(parameters.begin_gradient(id));
  parameters.end_gradient(id);
}

/// The micro-batch a module is working on, for masks and positions.
struct MicroBatch {
  std::int64_t step = 0;            // counts from 0
  std::int64_t sequences = 0;       // b
  std::int64_t first_sequence = 0;  // place of its first sequence in the global batch
  double loss_gradient_factor = 1;  // loss scale / tokens of the global batch
};

/// Everything a module needs besides its tensors. Token rows are position-major: row p * b + j is
/// position p of the micro-batch's sequence j, as in Megatron-LM.
struct Context {
  Meters& meters;
  TensorParallel& tensor_parallel;
  ParameterAccess& parameters;
  const ModelDescription& model;
  LocalSizes sizes;
  Dtype dtype = Dtype::fp32;  // of weights and activations
  std::uint64_t seed = 0;
  MicroBatch batch{};

  [[nodiscard]] std::int64_t tokens() const { return model.sequence_length * batch.sequences; }
  [[nodiscard]] Tensor make(Owner owner, std::int64_t rows, std::int64_t columns) const {
    return {meters, owner, dtype, rows, columns};
  }
  /// A transient of the activations' type.
  [[nodiscard]] Tensor make_workspace(std::int64_t rows, std::int64_t columns) const {
    return make({Category::workspace}, rows, columns);
  }
  /// Dropout of a [tokens, hidden] tensor; the mask's index is (sequence, position, channel).
  [[nodiscard]] DropoutSite hidden_dropout(const std::string& site) const;
  /// Dropout of this rank's [b, heads, query, key] softmax; index (sequence, head, query, key).
  [[nodiscard]] DropoutSite attention_dropout(const std::string& site) const;
};

}  // namespace sim
