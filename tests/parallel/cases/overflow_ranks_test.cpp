// The dynamic loss scale over ranks: an overflow anywhere is seen everywhere.

#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "parallel/loss_scaler.hpp"
#include "tests/parallel/measured.hpp"
#include "tests/parallel/stage.hpp"
#include "tests/parallel/t0.hpp"

namespace {

using test::on;
using test::Stage;
using test::t0;

/// T0 in mixed_fp16 with initial scale 8 and hysteresis 1 (C71).
parallel::Plan scaled(const ranks::MeshShape& mesh, int zero) {
  auto plan = on(t0(), mesh, zero, 2);
  plan.precision = test::mixed_fp16;
  plan.loss_scale = {.initial = 8, .window = 1000, .hysteresis = 1, .minimum = 1};
  return plan;
}

/// Weights with which the last layer's mlp.c_proj.weight, and nothing else, has a gradient beyond
/// fp16's 65,504: its input is gelu(20,000) = 20,000 on every channel, and a gain of 64 makes the
/// output's gradient of the order of one. Its weight is zero, so that neither the forward nor what
/// flows back through it is large.
void overflow_at_the_end(const std::string& name, std::int64_t offset, std::span<float> values) {
  const auto ends_with = [&](std::string_view text) { return name.ends_with(text); };
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto place = static_cast<double>(offset) + static_cast<double>(i);
    values[i] = static_cast<float>(0.05 * std::sin(place * place + 1.0));
    if (ends_with("ln_1.weight") || ends_with("ln_2.weight")) values[i] = 1.0F;
    if (ends_with("ln_f.weight")) values[i] = 64.0F;
    if (ends_with(".bias")) values[i] = 0.0F;
    if (ends_with("3.mlp.c_fc.bias")) values[i] = 20000.0F;
    if (ends_with("3.mlp.c_proj.weight")) values[i] = 0.0F;
  }
}

// C71: only the last stage overflows; no rank has a norm, all lower the scale from 8 to 4.
TEST(OverflowOn4, C71OneStageLowersTheScaleOfAll) {
  for (const auto& mesh : {ranks::MeshShape{.dp = 2, .pp = 2}, {.tp = 2, .pp = 2}}) {
    for (int zero = 0; zero <= 3; ++zero) {
      const auto plan = scaled(mesh, zero);
      Stage stage(test_support::session(), plan, overflow_at_the_end);
      stage.run(0, 8.0);
      const bool is_first = stage.groups().pp.rank() == 0;
      EXPECT_TRUE(std::isfinite(stage.own_squares()) || !is_first) << zero;
      const std::optional<double> norm = stage.norm(8.0);
      EXPECT_FALSE(norm.has_value()) << zero;
      parallel::LossScaler scaler(true, plan.loss_scale);
      scaler.update(!norm.has_value());
      EXPECT_EQ(scaler.scale(), 4) << zero;
    }
  }
}

// No step of this run can be applied: 8, 4, 2 and 1 all overflow. Nothing is measured.
TEST(OverflowOn4, ARunWithoutAnAppliedStepHasNoMeasurement) {
  auto plan = scaled({.dp = 2, .pp = 2}, 1);
  plan.steps = 4;
  const auto result = parallel::train(test_support::session(), plan, test::counting_batches(plan),
                                      overflow_at_the_end, {});
  EXPECT_EQ(result.skipped_steps, 4);
  EXPECT_FALSE(result.measurement.has_value());
  EXPECT_EQ(result.grad_norm, std::vector<std::optional<double>>(4));
  for (const double loss : result.loss) EXPECT_TRUE(std::isfinite(loss));
}

/// A run of T0's own weights whose scale doubles after every applied step (window 1).
parallel::TrainingResult climb(const ranks::MeshShape& mesh, std::int64_t steps) {
  auto plan = scaled(mesh, 1);
  plan.global_batch_size = 4;
  plan.loss_scale = {.initial = 1 << 14, .window = 1, .hysteresis = 1, .minimum = 1};
  plan.steps = steps;
  return parallel::train(test_support::session(), plan, test::counting_batches(plan), {}, {});
}

/// The first step that was skipped, or the number of steps.
std::int64_t first_skipped(const parallel::TrainingResult& result) {
  const auto at = std::find(result.grad_norm.begin(), result.grad_norm.end(), std::nullopt);
  return at - result.grad_norm.begin();
}

// The scale climbs until a step overflows and is skipped. That step reduces gradients and gathers
// no weights; what is reported is the step before it, with both.
TEST(OverflowOn2, TheMeasurementIsOfTheLastAppliedStep) {
  const std::int64_t skipped = first_skipped(climb({.dp = 2}, 24));
  ASSERT_GT(skipped, 0);
  ASSERT_LT(skipped, 24);
  const auto result = climb({.dp = 2}, skipped + 1);
  EXPECT_EQ(result.skipped_steps, 1);
  EXPECT_FALSE(result.grad_norm.back().has_value());
  const auto& measured = result.measurement.value();
  test::expect_traffic(measured, ranks::Axis::dp, ranks::Operation::reduce_scatter, 2, 420608);
  test::expect_traffic(measured, ranks::Axis::dp, ranks::Operation::all_gather, 2, 420608);
  EXPECT_EQ(test::flops(measured, sim::Phase::optimizer).elementwise, 17 * 105152);
}

/// One letter a step: applied or skipped.
std::string pattern_of(const parallel::TrainingResult& result) {
  std::string pattern;
  for (const auto& norm : result.grad_norm) pattern += norm.has_value() ? 'a' : 's';
  return pattern;
}

// All ranks agree on each of many skipped steps, whichever rank overflowed. (Two
// layouts need not: near the border a sum overflows in one order and not in the other.)
TEST(OverflowOn2, AllRanksSkipTheSameSteps) {
  for (const auto& mesh : {ranks::MeshShape{.dp = 2}, {.tp = 2}, {.pp = 2}}) {
    const std::string own = pattern_of(climb(mesh, 24));
    EXPECT_GT(std::count(own.begin(), own.end(), 's'), 1) << own;
    for (const std::string& other : test_support::session().gather_texts(own)) {
      EXPECT_EQ(other, own);
    }
  }
}

}  // namespace
