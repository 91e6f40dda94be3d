// Every layout computes what one rank computes: same loss, same gradients, same weights.

#include <gtest/gtest.h>

#include "tests/parallel/comparison.hpp"

namespace {

using parallel::PipelineSchedule;
using parallel::Plan;
using test::on_mesh;
using test::small_plan;

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
            test::expect_equal(test::train(test_support::session(), plan), reference,
                               test::describe(plan));
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
