#pragma once

#include <vector>

#include "parallel/groups.hpp"
#include "parallel/plan.hpp"
#include "parallel/sources.hpp"
#include "sim/model/parameter_access.hpp"
#include "sim/model/parameters.hpp"
#include "sim/tensor.hpp"

namespace parallel {

/// One chunk's weights on one rank where nothing is trained: each parameter as it is stored, or,
/// at ZeRO stage 3, this rank's shard of it, gathered whole while its module is entered. With int8
/// matrices a matrix is codes and a scale a row, and vectors and tables are fp32.
class InferenceStore final : public sim::ParameterAccess {
 public:
  /// Fills the weights from the source, or from the seed where that is empty.
  InferenceStore(sim::Meters& meters, const Plan& plan, Groups& groups,
                 const sim::ChunkParameters& parameters, const WeightSource& source);

  /// Collective over the data-parallel group at stage 3.
  void enter(sim::ModuleId module) override;
  void leave(sim::ModuleId module) override;
  [[nodiscard]] sim::ConstView weight(sim::ParameterId id) const override;
  [[nodiscard]] sim::ConstView scales(sim::ParameterId id) const override;
  /// There are no gradients: both throw sim::Error.
  [[nodiscard]] sim::View begin_gradient(sim::ParameterId id) override;
  void end_gradient(sim::ParameterId id) override;

  /// Elements of the rank's own parameters, whether or not they are split.
  [[nodiscard]] std::int64_t parameters() const { return parameters_count_; }
  /// Those of them that this rank counts in a sum over the mesh.
  [[nodiscard]] std::int64_t counted_parameters() const;
  /// Elements that splitting adds, over the whole data-parallel group.
  [[nodiscard]] std::int64_t padding() const { return padding_; }

 private:
  struct Stored {
    sim::Tensor values;  // [rows, columns], or [1, numel / d] when split
    sim::Tensor scales;  // fp32 [1, rows], of int8 values
    sim::Tensor live;    // the gathered whole, while entered
  };
  void store(sim::Meters& meters, const Plan& plan, const sim::ParameterSpec& spec,
             const WeightSource& source);
  void fill(Stored& stored, const Plan& plan, const sim::ParameterSpec& spec,
            const WeightSource& source);
  [[nodiscard]] sim::ShardOf tensor_shard() const { return {groups_.tp.rank(), groups_.tp.size()}; }

  sim::Meters& meters_;
  Groups& groups_;
  const sim::ChunkParameters& chunk_;
  bool is_split_;
  std::vector<Stored> stored_;  // by parameter
  std::int64_t parameters_count_ = 0;
  std::int64_t padding_ = 0;
};

}  // namespace parallel
