#include "parallel/train.hpp"

#include <array>
#include <cmath>
#include <numeric>

#include "parallel/dump.hpp"
#include "parallel/executor.hpp"
#include "parallel/initial_weights.hpp"
#include "parallel/loss_scaler.hpp"
#include "parallel/optimizer_step.hpp"
#include "parallel/schedule/schedule.hpp"

namespace parallel {
namespace {

/// The layers of one stage, with the embedding on the first and the head on the last.
sim::ChunkRange stage_range(const Plan& plan, int stage) {
  const auto begin = plan.layers_per_stage.begin();
  return {.first_layer = std::accumulate(begin, begin + stage, std::int64_t{0}),
          .layer_count = plan.layers_per_stage.at(static_cast<std::size_t>(stage)),
          .has_embedding = stage == 0,
          .has_head = stage + 1 == plan.mesh.pp};
}

void check(const Plan& plan) {
  const std::int64_t layers =
      std::accumulate(plan.layers_per_stage.begin(), plan.layers_per_stage.end(), std::int64_t{0});
  ENSURE(std::ssize(plan.layers_per_stage) == plan.mesh.pp && layers == plan.model.layers,
         plan.layers_per_stage.size(), plan.mesh.pp, layers, plan.model.layers);
  const std::int64_t unit = plan.micro_batch_size * plan.mesh.dp;
  ENSURE(unit > 0 && plan.global_batch_size % unit == 0, plan.global_batch_size,
         plan.micro_batch_size, plan.mesh.dp);
}

/// One rank of the mesh while it trains.
class Trainer {
 public:
  Trainer(const Plan& plan, Groups& groups, ranks::TrafficRecord& traffic,
          const BatchSource& batches, const DumpSinks& sinks)
      : plan_(plan),
        groups_(groups),
        traffic_(traffic),
        sinks_(sinks),
        chunk_(plan.model, stage_range(plan, groups.pp.rank())),
        bucket_(meters_, plan.precision.gradients),
        store_(meters_, plan, groups, chunk_.parameters(), bucket_),
        executor_(meters_, groups, plan, batches, {{&chunk_, &store_}}, bucket_),
        schedule_(
            make_schedule(plan.schedule, groups.pp.rank(), plan.mesh.pp, plan.micro_batches())),
        scaler_(plan.precision.loss_scaling, plan.loss_scale) {}

  TrainingResult run(const WeightSource& weights) {
    set_initial_weights(store_, weights, plan_.seed);
    result_.parameters = count_parameters();
    for (std::int64_t step = 0; step < plan_.steps; ++step) run_step(step);
    if (sinks_.weights) dump_weights(groups_, plan_, stores(), sinks_.weights);
    return std::move(result_);
  }

 private:
  [[nodiscard]] std::span<ParameterStore* const> stores() const { return stores_; }

  std::int64_t count_parameters() {
    std::int64_t own = 0;
    for (const Slice& slice : store_.states().layout().slices) {
      if (store_.counts(slice)) own += slice.length;
    }
    return static_cast<std::int64_t>(groups_.control.all_reduce(static_cast<double>(own)));
  }

  void run_step(std::int64_t step) {
    meters_.begin_step();
    traffic_.begin_step();
    const double scale = scaler_.scale();
    store_.states().zero_gradients();
    const double loss_sum = executor_.run(schedule_, step, scale);
    result_.loss.push_back(mean_loss(loss_sum));
    if (step == 0 && sinks_.gradients) {
      dump_gradients(groups_, plan_, stores(), scale, sinks_.gradients);
    }
    meters_.flops.enter(sim::Phase::optimizer);
    const std::optional<double> norm = global_gradient_norm(meters_, groups_, stores(), scale);
    const bool apply = norm.has_value() || !plan_.precision.loss_scaling;
    if (apply) {
      ++applied_steps_;
      optimizer_step(meters_, plan_.optimizer, stores(), applied_steps_, norm.value_or(NAN), scale);
      result_.measurement = measure();
    } else {
      ++result_.skipped_steps;
    }
    result_.grad_norm.push_back(norm);
    scaler_.update(!norm.has_value());
  }

  /// The mean over all tokens of the global batch: each micro-batch's loss is known to the last
  /// stage's tensor-parallel ranks alike, of which one counts.
  double mean_loss(double loss_sum) {
    const bool counts = groups_.tp.rank() == 0 && chunk_.range().has_head;
    const auto tokens = static_cast<double>(plan_.global_batch_size * plan_.model.sequence_length);
    return groups_.control.all_reduce(counts ? loss_sum : 0.0) / tokens;
  }

  Measurement measure() {
    const StateLayout& layout = store_.states().layout();
    return {.rank = groups_.control.rank(),
            .at = ranks::coordinates_of(groups_.control.rank(), plan_.mesh),
            .dp_group_size = groups_.dp.size(),
            .parameters = layout.parameters,
            .padding = layout.padding(),
            .memory = meters_.ledger.report(),
            .flops = meters_.flops.report(),
            .traffic = traffic_,
            .live_parameters_timeline = store_.gathered().timeline()};
  }

  const Plan& plan_;
  Groups& groups_;
  ranks::TrafficRecord& traffic_;
  const DumpSinks& sinks_;
  sim::Meters meters_;
  sim::Chunk chunk_;
  GradientBucket bucket_;
  ParameterStore store_;
  std::array<ParameterStore*, 1> stores_ = {&store_};
  Executor executor_;
  Schedule schedule_;
  LossScaler scaler_;
  TrainingResult result_;
  std::int64_t applied_steps_ = 0;
};

}  // namespace

TrainingResult train(ranks::Session& session, const Plan& plan, const BatchSource& batches,
                     const WeightSource& weights, const DumpSinks& sinks) {
  check(plan);
  ENSURE(plan.mesh.size() <= session.size(), plan.mesh.size(), session.size());
  ranks::TrafficRecord traffic;
  Groups groups(session, plan.mesh, traffic);
  if (session.rank() >= plan.mesh.size()) return {};
  return Trainer(plan, groups, traffic, batches, sinks).run(weights);
}

}  // namespace parallel
