// Every layout computes what one rank computes: same loss, same gradients, same weights.

#include <string>

#include <gtest/gtest.h>

#include "tests/parallel/small_model.hpp"
#include "tests/support/session.hpp"

namespace {

using parallel::PipelineSchedule;
using parallel::Plan;
using test::on_mesh;
using test::small_plan;

/// DESIGN.md section 6: 1e-5 relative on the loss, 1e-4 normwise on each gradient tensor.
void expect_equal(const test::Trained& actual, const test::Trained& expected,
                  const std::string& where, double loss_bound = 1e-5, double bound = 1e-4) {
  if (test_support::session().rank() != 0) return;
  ASSERT_EQ(actual.result.loss.size(), expected.result.loss.size()) << where;
  for (std::size_t i = 0; i < expected.result.loss.size(); ++i) {
    EXPECT_NEAR(actual.result.loss[i] / expected.result.loss[i], 1.0, loss_bound) << where;
    EXPECT_NEAR(actual.result.grad_norm[i].value() / expected.result.grad_norm[i].value(), 1.0,
                bound)
        << where;
  }
  for (const auto& [name, gradient] : expected.gradients) {
    EXPECT_LE(test::normwise(actual.gradients.at(name), gradient), bound) << where << ' ' << name;
  }
  for (const auto& [name, weights] : expected.weights) {
    EXPECT_LE(test::normwise(actual.weights.at(name), weights), 10 * bound) << where << ' ' << name;
  }
}

std::string describe(const Plan& plan) {
  return fmt::format("dp={} tp={} pp={} zero={} m={} {} reduce_scatter={}", plan.mesh.dp,
                     plan.mesh.tp, plan.mesh.pp, plan.zero.stage, plan.micro_batches(),
                     plan.schedule == PipelineSchedule::gpipe ? "gpipe" : "1f1b",
                     plan.zero.reduce_scatter);
}

void expect_every_layout_equals_one_rank(const Plan& base) {
  const test::Trained reference = test::train(test_support::session(), base);
  for (const int dp : {1, 2, 4}) {
    for (const int tp : {1, 2, 4}) {
      for (const int pp : {1, 2, 3, 4}) {
        if (dp * tp * pp != test_support::session().size()) continue;
        for (const int stage : {0, 1, 2, 3}) {
          for (const std::int64_t m : {1, 2}) {
            Plan plan = on_mesh(base, {dp, tp, pp}, stage, m);
            plan.schedule = m == 2 && stage % 2 == 0 ? PipelineSchedule::gpipe
                                                     : PipelineSchedule::one_forward_one_backward;
            expect_equal(test::train(test_support::session(), plan), reference, describe(plan));
          }
        }
      }
    }
  }
}

TEST(Equality, TiedHead) {
  expect_every_layout_equals_one_rank(small_plan());
}

TEST(Equality, UntiedHeadWithDropout) {
  Plan plan = small_plan();
  plan.model.tied_embedding = false;
  plan.model.attention_dropout = 0.2;
  plan.model.hidden_dropout = 0.1;
  expect_every_layout_equals_one_rank(plan);
}

TEST(Equality, TiedHeadWithSmallBuckets) {
  Plan plan = small_plan();
  plan.model.hidden_dropout = 0.1;
  plan.zero.reduce_bucket_size = 300;
  plan.zero.allgather_bucket_size = 100;
  expect_every_layout_equals_one_rank(plan);
  plan.zero.reduce_scatter = false;
  expect_every_layout_equals_one_rank(plan);
}

}  // namespace
