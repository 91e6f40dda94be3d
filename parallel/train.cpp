#include "parallel/train.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "parallel/chunk_ranges.hpp"
#include "parallel/dump.hpp"
#include "parallel/executor.hpp"
#include "parallel/initial_weights.hpp"
#include "parallel/loss_scaler.hpp"
#include "parallel/optimizer_step.hpp"
#include "parallel/replicas.hpp"
#include "parallel/schedule/schedule.hpp"

namespace parallel {
namespace {

/// Chunk c of stage i is virtual stage c p + i (Narayanan et al. 2021, section 2.2).
std::vector<sim::Chunk> make_chunks(const Plan& plan, int stage) {
  std::vector<sim::Chunk> chunks;
  chunks.reserve(static_cast<std::size_t>(plan.virtual_stages));
  for (int chunk = 0; chunk < plan.virtual_stages; ++chunk) {
    chunks.emplace_back(plan.model, chunk_range(plan, chunk * plan.mesh.pp + stage));
  }
  return chunks;
}

Schedule schedule_of(const Plan& plan, int stage) {
  if (!plan.schedule_table.empty()) {
    return plan.schedule_table.at(static_cast<std::size_t>(stage));
  }
  return make_schedule(plan.schedule, stage, plan.mesh.pp, plan.micro_batches(),
                       plan.virtual_stages);
}

/// One rank of the mesh while it trains.
class Trainer {
 public:
  Trainer(const Plan& plan, Groups& groups, ranks::TrafficRecord& traffic,
          const BatchSource& batches, const DumpSinks& sinks, bool shape_only)
      : plan_(plan),
        groups_(groups),
        traffic_(traffic),
        sinks_(sinks),
        meters_(shape_only),
        chunks_(make_chunks(plan, groups.pp.rank())),
        partial_(meters_, groups, plan.activations),
        bucket_(meters_, plan.precision.gradients),
        owned_stores_(make_stores()),
        stores_(pointers_to(owned_stores_)),
        executor_(meters_, groups, plan, batches, workers(), partial_, bucket_),
        schedule_(schedule_of(plan, groups.pp.rank())),
        scaler_(plan.precision.loss_scaling, plan.loss_scale) {}

  /// Shape-only: as many of the plan's steps as make a difference. The last is like the one before
  /// it, but for the first in which ZeRO-3's gathering is recorded.
  Measurement walk() {
    log_operations();
    for (std::int64_t step = 0; step < std::min<std::int64_t>(plan_.steps, 2); ++step) {
      run_step(step);
    }
    return std::move(result_.measurement.value());
  }

  TrainingResult run(const WeightSource& weights) {
    for (ParameterStore* store : stores_) set_initial_weights(*store, weights, plan_.seed);
    result_.parameters = count_parameters();
    log_operations();
    for (std::int64_t step = 0; step < plan_.steps; ++step) run_step(step);
    groups_.log_to(nullptr);
    check_replicas(groups_, plan_, stores());
    if (sinks_.weights) dump_weights(groups_, plan_, stores(), sinks_.weights);
    return std::move(result_);
  }

 private:
  using Stores = std::vector<std::unique_ptr<ParameterStore>>;

  Stores make_stores() {
    Stores stores;
    for (const sim::Chunk& chunk : chunks_) {
      stores.push_back(std::make_unique<ParameterStore>(meters_, plan_, groups_, chunk.parameters(),
                                                        partial_, bucket_));
    }
    return stores;
  }

  static std::vector<ParameterStore*> pointers_to(const Stores& stores) {
    std::vector<ParameterStore*> pointers;
    for (const auto& store : stores) pointers.push_back(store.get());
    return pointers;
  }

  std::vector<ChunkWorker> workers() {
    std::vector<ChunkWorker> workers;
    for (std::size_t i = 0; i < chunks_.size(); ++i) workers.push_back({&chunks_[i], stores_[i]});
    return workers;
  }

  [[nodiscard]] std::span<ParameterStore* const> stores() const { return stores_; }

  std::int64_t count_parameters() {
    std::int64_t own = 0;
    for (const ParameterStore* store : stores_) {
      for (const Slice& slice : store->states().layout().slices) {
        if (store->counts(slice)) own += slice.length;
      }
    }
    return static_cast<std::int64_t>(groups_.control.all_reduce(static_cast<double>(own)));
  }

  void run_step(std::int64_t step) {
    meters_.begin_step();
    traffic_.begin_step();
    if (log_) log_->begin_step();
    const double scale = scaler_.scale();
    for (ParameterStore* store : stores_) store->states().zero_gradients();
    const double loss_sum = executor_.run(schedule_, step, scale);
    if (log_) log_->begin({after_schedule, 0, 0});
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
      hand_out_operations();
    } else {
      ++result_.skipped_steps;
    }
    result_.grad_norm.push_back(norm);
    scaler_.update(!norm.has_value());
  }

  /// From the next step on.
  void log_operations() {
    if (!sinks_.operations) return;
    log_.emplace(meters_.flops);
    groups_.log_to(&*log_);
    executor_.log_to(&*log_);
  }

  void hand_out_operations() {
    if (!log_) return;
    log_->end_step();
    sinks_.operations(*log_);
  }

  /// The mean over all tokens of the global batch: each micro-batch's loss is known to the last
  /// stage's tensor-parallel ranks alike, of which one counts.
  double mean_loss(double loss_sum) {
    const bool counts = groups_.tp.rank() == 0 && chunks_.back().range().has_head;
    const auto tokens = static_cast<double>(plan_.global_batch_size * plan_.model.sequence_length);
    return groups_.control.all_reduce(counts ? loss_sum : 0.0) / tokens;
  }

  Measurement measure() {
    Measurement measurement{.rank = groups_.control.rank(),
                            .at = ranks::coordinates_of(groups_.control.rank(), plan_.mesh),
                            .dp_group_size = groups_.dp.size(),
                            .memory = meters_.ledger.report(),
                            .flops = meters_.flops.report(),
                            .traffic = traffic_};
    for (const ParameterStore* store : stores_) {
      measurement.parameters += store->states().layout().parameters;
      measurement.padding += store->states().layout().padding();
      measurement.live_parameters_timelines.push_back(store->gathered().timeline());
    }
    return measurement;
  }

  const Plan& plan_;
  Groups& groups_;
  ranks::TrafficRecord& traffic_;
  const DumpSinks& sinks_;
  sim::Meters meters_;
  std::optional<ranks::OperationLog> log_;
  std::vector<sim::Chunk> chunks_;
  PartialGradients partial_;
  GradientBucket bucket_;
  Stores owned_stores_;
  std::vector<ParameterStore*> stores_;
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
  Groups groups(session, plan, traffic);
  if (session.rank() >= plan.mesh.size()) return {};
  return Trainer(plan, groups, traffic, batches, sinks, false).run(weights);
}

Measurement walk_training(const Plan& plan, int rank, const OperationSink& operations) {
  check(plan);
  ranks::TrafficRecord traffic;
  Groups groups(plan, rank, traffic);
  DumpSinks sinks;
  sinks.operations = operations;
  return Trainer(plan, groups, traffic, {}, sinks, true).walk();
}

}  // namespace parallel
