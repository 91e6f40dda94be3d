// A rank's operation log: the same from a real and from a shape-only run, in sum what was measured,
// and of one size however many micro-batches there are.

#include <array>
#include <optional>

#include <gtest/gtest.h>

#include "tests/parallel/measured.hpp"
#include "tests/parallel/schedule/split_backward.hpp"
#include "tests/parallel/t0.hpp"

namespace {

using parallel::Measurement;
using parallel::PipelineSchedule;
using parallel::Plan;
using ranks::LoggedCall;
using ranks::OperationLog;
using Log = std::optional<OperationLog>;

parallel::OperationSink keep_in(Log& log) {
  return [&log](const OperationLog& of_step) { log.emplace(of_step); };
}

Log dry_log(const Plan& plan, int rank) {
  Log log;
  parallel::walk_training(plan, rank, keep_in(log));
  return log;
}

/// What a log amounts to.
struct Sums {
  ranks::TrafficRecord traffic;
  sim::FlopReport flops{};
  std::int64_t sends_under_way = 0;
  std::int64_t receives = 0;

  explicit Sums(const OperationLog& log) {
    log.for_each([this](const ranks::LogEntry& entry) {
      if (const auto* const compute = std::get_if<ranks::LoggedCompute>(&entry)) {
        auto& count = flops.at(static_cast<std::size_t>(compute->phase));
        count.matmul += compute->matmul;
        count.elementwise += compute->elementwise;
      } else if (const auto* const message = std::get_if<ranks::LoggedMessage>(&entry)) {
        add(*message);
      }
    });
  }

  void add(const ranks::LoggedMessage& message) {
    using ranks::Operation;
    if (message.call == LoggedCall::send) ++sends_under_way;
    if (message.call == LoggedCall::finish_send) --sends_under_way;
    if (message.call == LoggedCall::receive) ++receives;
    for (const Operation operation : {Operation::all_reduce, Operation::reduce_scatter,
                                      Operation::all_gather, Operation::send}) {
      if (ranks::logged_call(operation) != message.call) continue;
      traffic.add(message.axis, operation, message.bytes);
    }
  }
};

void expect_sums(const OperationLog& log, const Measurement& measured) {
  const Sums sums(log);
  for (std::size_t phase = 0; phase < sim::phase_count; ++phase) {
    EXPECT_EQ(sums.flops.at(phase).matmul, measured.flops.at(phase).matmul);
    EXPECT_EQ(sums.flops.at(phase).elementwise, measured.flops.at(phase).elementwise);
  }
  for (const auto axis : {ranks::Axis::dp, ranks::Axis::tp, ranks::Axis::pp, ranks::Axis::tied,
                          ranks::Axis::control}) {
    for (std::size_t i = 0; i < ranks::operation_count; ++i) {
      const auto operation = static_cast<ranks::Operation>(i);
      const auto& expected = measured.traffic.at(axis, operation);
      EXPECT_EQ(sums.traffic.at(axis, operation).calls, expected.calls) << name_of(axis);
      EXPECT_EQ(sums.traffic.at(axis, operation).bytes, expected.bytes) << name_of(axis);
    }
  }
  EXPECT_EQ(sums.sends_under_way, 0);
}

void expect_same_of_real_and_dry(const Plan& plan) {
  Log real;
  const auto measured = parallel::train(test_support::session(), plan, test::counting_batches(plan),
                                        {}, {{}, {}, keep_in(real)})
                            .measurement.value();
  const Log dry = dry_log(plan, test_support::session().rank());
  ASSERT_TRUE(real && dry);
  EXPECT_TRUE(*real == *dry);
  expect_sums(*real, measured);
}

TEST(OperationLogOn4, IsTheSameFromARealAndAShapeOnlyRun) {
  for (const int stage : {0, 1, 2, 3}) {
    Plan plan = test::on(test::t0(), {.dp = 2, .pp = 2}, stage, 4);
    expect_same_of_real_and_dry(plan);
    plan = test::on(test::t0(), {.tp = 2, .pp = 2}, 0, 4);
    plan.activations.sequence_parallel = stage % 2 == 1;
    plan.activations.recompute = stage > 1 ? sim::Recompute::full : sim::Recompute::selective;
    if (stage == 3) {
      plan.schedule_table = test::changed_schedules(plan, test::with_weight_halves_last);
    }
    expect_same_of_real_and_dry(plan);
  }
}

// A stage of p receives m activations and m gradients but where there is no neighbour.
TEST(OperationLogOn4, HasTheMessagesOfAStage) {
  const Plan plan = test::on(test::t0(), {.pp = 4}, 0, 6);
  const int stage = test_support::session().rank();
  const Log log = dry_log(plan, stage);
  EXPECT_EQ(Sums(*log).receives, stage == 0 || stage == 3 ? 6 : 12);
}

Log log_of(Plan plan, PipelineSchedule schedule, std::int64_t micro_batches, int rank) {
  plan.schedule = schedule;
  plan.global_batch_size = plan.micro_batch_size * plan.mesh.dp * micro_batches;
  return dry_log(plan, rank);
}

TEST(OperationLogOn1, DoesNotGrowWithTheMicroBatches) {
  for (const int stage : {0, 1, 2, 3}) {
    Plan plan = test::on(test::t0(), {.dp = 2, .tp = 2, .pp = 4}, stage, 1);
    for (const auto schedule : {PipelineSchedule::gpipe, PipelineSchedule::one_forward_one_backward,
                                PipelineSchedule::interleaved}) {
      if (schedule == PipelineSchedule::interleaved) {
        plan.model.layers = 8;
        plan.virtual_stages = 2;
        plan.layers_per_stage.assign(8, 1);
      }
      for (int pp = 0; pp < 4; ++pp) {
        const Log few = log_of(plan, schedule, 16, 4 * pp);
        const Log many = log_of(plan, schedule, 256, 4 * pp);
        EXPECT_EQ(many->stored(), few->stored()) << stage << ' ' << pp;
        EXPECT_FALSE(*many == *few);
      }
    }
  }
}

}  // namespace
