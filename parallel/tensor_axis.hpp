#pragma once

#include "ranks/group.hpp"
#include "sim/model/context.hpp"

namespace parallel {

/// The model's tensor-parallel partners, over a group of ranks.
class TensorAxis final : public sim::TensorParallel {
 public:
  explicit TensorAxis(ranks::Group& group) : group_(group) {}

  void sum(sim::View buffer) override { group_.all_reduce(buffer, ranks::Reduction::sum); }
  void maximum(sim::View buffer) override { group_.all_reduce(buffer, ranks::Reduction::max); }

 private:
  ranks::Group& group_;
};

}  // namespace parallel
