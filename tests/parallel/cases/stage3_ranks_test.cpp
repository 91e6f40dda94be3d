// ZeRO-3's knobs change when weights are gathered and nothing else: the same run as without them,
// to the bit, and the same as one rank's.

#include <array>

#include <gtest/gtest.h>

#include "tests/parallel/comparison.hpp"

namespace {

using parallel::PipelineSchedule;
using parallel::Plan;
using parallel::Stage3Plan;

/// The small model has vectors of 16 to 48 elements, matrices and tables of 192 to 768. In turn:
/// everything persistent; everything kept from forward to backward; prefetched one or two ahead;
/// vectors persistent and a short reuse; no room for any prefetch.
const std::array<Stage3Plan, 5> all_knobs = {{
    {},
    {.prefetch_bucket_size = 0, .param_persistence_threshold = 0},
    {.max_reuse_distance = 0, .prefetch_bucket_size = 500, .param_persistence_threshold = 0},
    {.max_reuse_distance = 2000, .prefetch_bucket_size = 1000, .param_persistence_threshold = 100},
    {.max_live_parameters = 1, .max_reuse_distance = 0, .param_persistence_threshold = 20},
}};

/// Three steps: weights that are gathered once and never again would show in the third loss.
Plan three_steps(const ranks::MeshShape& mesh, std::int64_t micro_batches) {
  Plan plan = test::small_plan();
  plan.model.hidden_dropout = 0.1;
  plan.steps = 3;
  return test::on_mesh(plan, mesh, 3, micro_batches);
}

void expect_same_bits(const test::Trained& actual, const test::Trained& expected,
                      const std::string& where) {
  EXPECT_EQ(actual.result.loss, expected.result.loss) << where;
  EXPECT_EQ(actual.result.grad_norm, expected.result.grad_norm) << where;
  EXPECT_TRUE(actual.gradients == expected.gradients) << where;
  EXPECT_TRUE(actual.weights == expected.weights) << where;
}

void expect_knobs_change_nothing(Plan plan) {
  auto& session = test_support::session();
  const test::Trained plain = test::train(session, plan);
  test::expect_equal(plain, test::train(session, three_steps({}, 1)), test::describe(plan));
  for (std::size_t i = 0; i < all_knobs.size(); ++i) {
    plan.zero.stage3 = all_knobs.at(i);
    expect_same_bits(test::train(session, plan), plain,
                     fmt::format("{} knobs {}", test::describe(plan), i));
  }
}

TEST(CasesStage3On2, KnobsChangeNothing) {
  expect_knobs_change_nothing(three_steps({.dp = 2}, 1));
  Plan plan = three_steps({.dp = 2}, 2);
  expect_knobs_change_nothing(plan);
  plan.schedule = PipelineSchedule::gpipe;
  expect_knobs_change_nothing(plan);
}

TEST(CasesStage3On4, KnobsChangeNothing) {
  expect_knobs_change_nothing(three_steps({.dp = 4}, 2));
  expect_knobs_change_nothing(three_steps({.dp = 2, .tp = 2}, 2));
  Plan plan = three_steps({.dp = 2, .pp = 2}, 4);
  expect_knobs_change_nothing(plan);
  plan.schedule = PipelineSchedule::gpipe;
  expect_knobs_change_nothing(plan);
}

TEST(CasesStage3On8, KnobsChangeNothing) {
  expect_knobs_change_nothing(three_steps({.dp = 2, .tp = 2, .pp = 2}, 2));
}

}  // namespace
