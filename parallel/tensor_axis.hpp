#pragma once

#include <array>

#include "ranks/group.hpp"
#include "sim/model/tensor_parallel.hpp"

namespace parallel {

/// The model's tensor-parallel partners, over a group of ranks.
class TensorAxis final : public sim::TensorParallel {
 public:
  explicit TensorAxis(ranks::Group& group) : group_(group) {}

  [[nodiscard]] std::int64_t size() const override { return group_.size(); }
  [[nodiscard]] std::int64_t rank() const override { return group_.rank(); }
  void sum(sim::View buffer) override { group_.all_reduce(buffer, ranks::Reduction::sum); }
  void maximum(sim::View buffer) override { group_.all_reduce(buffer, ranks::Reduction::max); }
  void all_gather(sim::ConstView part, sim::View whole) override {
    group_.all_gather(std::array{part}, std::array{whole});
  }
  void reduce_scatter(sim::ConstView whole, sim::View part) override {
    group_.reduce_scatter(std::array{whole}, std::array{part});
  }

 private:
  ranks::Group& group_;
};

}  // namespace parallel
