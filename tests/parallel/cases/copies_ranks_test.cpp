// Handed cases about copies that must stay equal and norms that must count once, seen from inside a
// rank: tests/parallel/stage.hpp.

#include <cmath>

#include <gtest/gtest.h>

#include "tests/parallel/stage.hpp"
#include "tests/parallel/t0.hpp"
#include "tests/support/session.hpp"

namespace {

using test::on;
using test::same_everywhere;
using test::Stage;
using test::t0;

/// Trains `steps` steps in fp32, and calls `check` before the first and after each.
template <class Check>
void train_and_check(const parallel::Plan& plan, std::int64_t steps, Check check) {
  Stage stage(test_support::session(), plan);
  check(stage);
  for (std::int64_t step = 0; step < steps; ++step) {
    stage.run(step, 1.0);
    stage.update(step, stage.norm(1.0).value(), 1.0);
    check(stage);
  }
}

/// This rank's copy of the tied table, whole or the shard that it holds.
sim::ConstView tied_table(Stage& stage) {
  const auto& parameters = stage.parameters();
  const sim::ParameterId id =
      stage.groups().pp.rank() == 0 ? parameters.word_table.weight : parameters.head.weight;
  auto& states = stage.store().states();
  const auto at = static_cast<std::size_t>(id);
  const parallel::Block& block = states.layout().block_of.at(at);
  return states.sharding().weights
             ? states.own_weights(block.full, block.own, block.own_size)
             : states.whole_weights(states.layout().full_of.at(at), states.layout().size_of.at(at));
}

// C53: the copies on the first and the last stage are equal to the bit, from the initial values on.
TEST(CopiesOn4, C53TiedTables) {
  for (int zero = 0; zero <= 3; ++zero) {
    auto plan = t0();
    plan.model.layers = 2;
    train_and_check(on(plan, {.dp = 2, .pp = 2}, zero, 2), 3, [&](Stage& stage) {
      EXPECT_TRUE(same_everywhere(stage.groups().tied, test::hash_of(tied_table(stage)))) << zero;
    });
  }
}

// The copies do change, and the hash sees it.
TEST(CopiesOn4, C53TiedTablesAreTrained) {
  std::vector<std::int64_t> hashes;
  train_and_check(on(t0(), {.dp = 2, .pp = 2}, 0, 1), 1,
                  [&](Stage& stage) { hashes.push_back(test::hash_of(tied_table(stage))); });
  EXPECT_NE(hashes.at(0), hashes.at(1));
}

// C69: plain data parallelism, the group of shards being one rank: gradients are summed all the
// same and all weights are equal to the bit after each step; so they are after ZeRO's all-gather.
TEST(CopiesOn2, C69ReplicasStayEqual) {
  for (int zero = 0; zero <= 2; ++zero) {
    train_and_check(on(t0(), {.dp = 2}, zero, 2), 2, [&](Stage& stage) {
      auto& states = stage.store().states();
      const auto weights = states.whole_weights(0, states.layout().full_size);
      EXPECT_TRUE(same_everywhere(stage.groups().dp, test::hash_of(weights))) << zero;
    });
  }
}

// Norms, biases of row-parallel linears and positions are held by every tensor-parallel rank: 3,712
// elements, equal to the bit.
TEST(CopiesOn2, ReplicatedParametersStayEqualOverTensorParallelRanks) {
  train_and_check(on(t0(), {.tp = 2}, 0, 1), 2, [](Stage& stage) {
    auto& states = stage.store().states();
    for (std::size_t i = 0; i < stage.parameters().specs.size(); ++i) {
      const auto& spec = stage.parameters().specs[i];
      const auto weights =
          states.whole_weights(states.layout().full_of[i], states.layout().size_of[i]);
      const bool same = same_everywhere(stage.groups().tp, test::hash_of(weights));
      EXPECT_TRUE(same || spec.cut.along != sim::Cut::Along::nothing) << spec.name;
    }
  });
}

/// The norm when every gradient element of every rank, padding too, is one.
double norm_of_ones(const parallel::Plan& plan) {
  Stage stage(test_support::session(), plan);
  stage.fill_gradients(1.0F);
  return stage.norm(1.0).value();
}

// C57: each element counts once: norm^2 = 210,304, norm 458.5891. Replicated ones counted t times
// would give 462.6186.
TEST(CopiesOn2, C57NormCountsEachParameterOnce) {
  EXPECT_NEAR(norm_of_ones(on(t0(), {.tp = 2}, 0, 1)), 458.5891, 1e-4);
  EXPECT_NEAR(norm_of_ones(on(t0(), {.pp = 2}, 0, 1)), 458.5891, 1e-4);
  for (int zero = 0; zero <= 3; ++zero) {
    EXPECT_NEAR(norm_of_ones(on(t0(), {.dp = 2}, zero, 1)), 458.5891, 1e-4) << zero;
  }
}

TEST(CopiesOn8, C57NormCountsEachParameterOnceOnThreeAxes) {
  for (int zero = 0; zero <= 3; ++zero) {
    const double norm = norm_of_ones(on(t0(), {.dp = 2, .tp = 2, .pp = 2}, zero, 1));
    EXPECT_NEAR(norm * norm, 210304, 1e-6) << zero;
  }
}

// The small model over three ranks has 2 or 62 elements of padding: 8,656 count.
TEST(CopiesOn3, PaddingDoesNotCountInTheNorm) {
  auto plan = test::small_plan();
  plan.global_batch_size = 9;
  for (int zero = 0; zero <= 3; ++zero) {
    const double norm = norm_of_ones(test::on_mesh(plan, {.dp = 3}, zero, 1));
    EXPECT_NEAR(norm * norm, 8656, 1e-6) << zero;
  }
}

}  // namespace
