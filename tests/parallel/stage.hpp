#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "parallel/executor.hpp"
#include "parallel/initial_weights.hpp"
#include "parallel/optimizer_step.hpp"
#include "parallel/schedule/schedule.hpp"
#include "sim/kernels/sum_of_squares.hpp"
#include "tests/parallel/small_model.hpp"

namespace test {

/// One rank's stage, put together from the room's parts, so that a test can look between them: at
/// the gradients of each rank and at its weights. The whole session must be the mesh.
class Stage {
 public:
  Stage(ranks::Session& session, parallel::Plan plan, const parallel::WeightSource& weights = {})
      : plan_(std::move(plan)),
        groups_(session, plan_, traffic_),
        chunk_(plan_.model, range_of(plan_, groups_.pp.rank())),
        partial_(meters_, groups_, plan_.activations),
        bucket_(meters_, plan_.precision.gradients),
        store_(meters_, plan_, groups_, chunk_.parameters(), partial_, bucket_),
        batches_(counting_batches(plan_)),
        executor_(meters_, groups_, plan_, batches_, {{&chunk_, &store_}}, partial_, bucket_) {
    set_initial_weights(store_, weights, plan_.seed);
  }

  /// Forward and backward passes up to reduced gradients.
  void run(std::int64_t step, double loss_scale) {
    meters_.begin_step();
    store_.states().zero_gradients();
    executor_.run(
        make_schedule(plan_.schedule, groups_.pp.rank(), plan_.mesh.pp, plan_.micro_batches()),
        step, loss_scale);
  }

  std::optional<double> norm(double loss_scale) {
    return global_gradient_norm(meters_, groups_, stores_, loss_scale);
  }

  void update(std::int64_t step, double norm, double loss_scale) {
    optimizer_step(meters_, plan_.optimizer, stores_, step + 1, norm, loss_scale);
  }

  /// Sum of squares of this rank's own gradients.
  double own_squares() {
    double sum = 0;
    for (const parallel::Slice& slice : store_.states().layout().slices) {
      sum += sim::sum_of_squares(meters_, store_.states().gradients_of(slice));
    }
    return sum;
  }

  /// Writes `value` into every fp32 gradient element that this rank owns, padding too.
  void fill_gradients(float value) {
    for (const parallel::Slice& slice : store_.states().layout().slices) {
      auto* const first = store_.states().gradients_of(slice).as<float>();
      std::fill(first, first + slice.length, value);
    }
  }

  [[nodiscard]] parallel::Groups& groups() { return groups_; }
  [[nodiscard]] parallel::ParameterStore& store() { return store_; }
  [[nodiscard]] const sim::ChunkParameters& parameters() const { return chunk_.parameters(); }

 private:
  static sim::ChunkRange range_of(const parallel::Plan& plan, int stage) {
    const auto begin = plan.layers_per_stage.begin();
    return {.first_layer = std::accumulate(begin, begin + stage, std::int64_t{0}),
            .layer_count = plan.layers_per_stage.at(static_cast<std::size_t>(stage)),
            .has_embedding = stage == 0,
            .has_head = stage + 1 == plan.mesh.pp};
  }

  parallel::Plan plan_;
  ranks::TrafficRecord traffic_;
  parallel::Groups groups_;
  sim::Meters meters_;
  sim::Chunk chunk_;
  parallel::PartialGradients partial_;
  parallel::GradientBucket bucket_;
  parallel::ParameterStore store_;
  std::array<parallel::ParameterStore*, 1> stores_ = {&store_};
  parallel::BatchSource batches_;
  parallel::Executor executor_;
};

/// FNV-1a of the view's bytes, halved so that its negative exists too.
inline std::int64_t hash_of(sim::ConstView view) {
  std::uint64_t hash = 14695981039346656037U;
  for (std::int64_t i = 0; i < view.bytes(); ++i) {
    hash = (hash ^ static_cast<std::uint64_t>(view.data[i])) * 1099511628211U;
  }
  return static_cast<std::int64_t>(hash >> 1U);
}

/// Whether all ranks of the group have the same value: its maximum is then also its minimum.
inline bool same_everywhere(ranks::Group& group, std::int64_t value) {
  std::array<std::int64_t, 2> both = {value, -value};
  group.all_reduce({reinterpret_cast<std::byte*>(both.data()), sim::Dtype::int64, 1, 2, 2},
                   ranks::Reduction::max);
  return both[0] == -both[1];
}

}  // namespace test
