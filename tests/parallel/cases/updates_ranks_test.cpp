// SGD and 8-bit AdamW on every layout against one rank.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/parallel/comparison.hpp"
#include "tests/parallel/t0.hpp"

namespace {

using parallel::OptimizerType;
using parallel::Plan;
using test::Trained;

Trained run(const Plan& plan) {
  return test::train(test_support::session(), plan);
}

/// The first step's batch in every step.
parallel::BatchSource one_batch(const Plan& plan) {
  return [batches = test::counting_batches(plan)](
             std::int64_t, std::int64_t sequence, std::span<std::int64_t> tokens,
             std::span<std::int64_t> labels) { batches(0, sequence, tokens, labels); };
}

Plan with_sgd(double momentum) {
  Plan plan = test::small_plan();
  plan.steps = 3;
  plan.optimizer.type = OptimizerType::sgd;
  plan.optimizer.adamw.learning_rate = 0.1;
  plan.optimizer.momentum = momentum;
  return plan;
}

// An update is linear in the gradients, so a vector that starts at zero has their error: 1e-4.
void expect_sgd_equals_one_rank(const std::vector<ranks::MeshShape>& meshes) {
  for (const double momentum : {0.9, 0.0}) {
    const Plan base = with_sgd(momentum);
    const Trained reference = run(base);
    for (const ranks::MeshShape& mesh : meshes) {
      for (int stage = 0; stage <= 3; ++stage) {
        const Plan plan = test::on_mesh(base, mesh, stage, 2);
        test::expect_equal(run(plan), reference, test::describe(plan), {.weights = 1e-4});
      }
    }
  }
}

TEST(UpdatesOn2, Sgd) {
  expect_sgd_equals_one_rank({{.dp = 2}, {.tp = 2}, {.pp = 2}});
}
TEST(UpdatesOn4, Sgd) {
  expect_sgd_equals_one_rank({{.dp = 4}, {.dp = 2, .tp = 2}, {.dp = 2, .pp = 2}});
}
TEST(UpdatesOn8, Sgd) {
  expect_sgd_equals_one_rank({{.dp = 2, .tp = 2, .pp = 2}});
}

// Two steps on one batch, so small that the gradient g stays the same to a hundredth: u = g, then
// 1.9 g, in all 2.9 lr g.
TEST(UpdatesOn1, MomentumIsKeptBetweenSteps) {
  Plan plan = with_sgd(0.9);
  plan.optimizer.adamw.learning_rate = 1e-3;
  plan.optimizer.weight_decay = 0;
  plan.optimizer.clip_grad = 0;
  plan.steps = 2;
  test::Tensors gradients;
  test::Tensors weights;
  const auto collect = [](test::Tensors& tensors) {
    return [&tensors](const sim::ParameterSpec& spec, std::span<const float> values) {
      tensors[spec.name].assign(values.begin(), values.end());
    };
  };
  parallel::train(test_support::session(), plan, one_batch(plan), {},
                  {collect(gradients), collect(weights)});
  const std::string bias = "transformer.ln_f.bias";  // starts at zero
  ASSERT_TRUE(weights.contains(bias));
  std::vector<float> expected;
  for (const float g : gradients.at(bias)) expected.push_back(-2.9e-3F * g);
  EXPECT_LE(test::normwise(weights.at(bias), expected), 1e-2);
}

Plan with_8_bits() {
  Plan plan = test::t0();
  plan.optimizer.type = OptimizerType::adamw_8bit;
  plan.optimizer.clip_grad = 0;
  return plan;
}

const std::vector<ranks::MeshShape> meshes_of_four = {
    {.dp = 4}, {.dp = 2, .tp = 2}, {.dp = 2, .pp = 2}};

// Moments start at zero and are rounded only after the weights have moved: the first step is
// AdamW's, whatever the pieces.
TEST(UpdatesOn4, TheFirstStepOfEightBitsEqualsOneRank) {
  Plan base = with_8_bits();
  base.micro_batch_size = base.global_batch_size = 8;
  const Trained reference = run(base);
  for (const ranks::MeshShape& mesh : meshes_of_four) {
    for (int stage = 0; stage <= 3; ++stage) {
      const Plan plan = test::on_mesh(base, mesh, stage, 2);
      test::expect_equal(run(plan), reference, test::describe(plan));
    }
  }
}

/// The largest magnitude of all elements.
double largest(const test::Tensors& tensors) {
  double found = 0;
  for (const auto& [name, values] : tensors) {
    for (const float value : values) found = std::max(found, std::abs(static_cast<double>(value)));
  }
  return found;
}

// In the second step layouts differ by how their blocks rounded the first step's moments m = 0.1 g
// and v = 0.05 g^2. With M the largest |g|, no block's scale is larger, so m is off by at most
// 0.45/64 * 0.1 M and v by 0.45/128 * 0.05 M^2. The step is lr m' / (r + epsilon), m' = m / 0.19,
// r = sqrt(v / 0.0975), epsilon = 1. From m: lr 0.9 * 0.00070 M / 0.19 = 0.0034 lr M. From v: r is
// off by at most the root of 0.95 * 0.00018 M^2 / 0.0975, 0.042 M, and |m'| is at most M2, the
// larger of both gradients, about M: lr 0.042 M^2. In either run: twice the sum. It is M that makes
// this small against the steps themselves, which reach 0.3 lr M and more. The rounding of fp32
// gradients, 1e-4 of them, is below a hundredth of that.
TEST(UpdatesOn4, TheSecondStepOfEightBitsIsNearOneRank) {
  Plan base = with_8_bits();
  base.micro_batch_size = base.global_batch_size = 8;
  base.steps = 2;
  base.optimizer.adamw.epsilon = 1;
  const Trained reference = run(base);
  const double m = largest(reference.gradients);
  const double bound = 2 * base.optimizer.adamw.learning_rate * (0.0034 * m + 0.042 * m * m);
  for (const ranks::MeshShape& mesh : meshes_of_four) {
    for (int stage = 0; stage <= 3; ++stage) {
      const Plan plan = test::on_mesh(base, mesh, stage, 2);
      const Trained trained = run(plan);
      if (test_support::session().rank() != 0) continue;
      double difference = 0;
      for (const auto& [name, values] : reference.weights) {
        for (std::size_t i = 0; i < values.size(); ++i) {
          difference =
              std::max(difference, std::abs(double{values[i]} - trained.weights.at(name)[i]));
        }
      }
      EXPECT_LE(difference, bound) << test::describe(plan);
    }
  }
}

/// Losses of so many steps on one batch; nothing on ranks outside the mesh.
std::vector<double> losses_on_one_batch(Plan plan, std::int64_t steps) {
  plan.steps = steps;
  return parallel::train(test_support::session(), plan, one_batch(plan), {}, {}).loss;
}

// Blocks differ between layouts and so does the way, but everyone learns the batch by heart as fp32
// moments do: after 20 steps of 0.003 the loss has more than halved, to the same value within 2 %
// of the start.
TEST(UpdatesOn4, EightBitsLearnOnEveryLayout) {
  Plan plan = with_8_bits();
  plan.optimizer.adamw.epsilon = 1e-8;
  plan.optimizer.adamw.learning_rate = 3e-3;
  plan.micro_batch_size = plan.global_batch_size = 8;
  Plan exact = plan;
  exact.optimizer.type = OptimizerType::adamw;
  const auto fp32_moments = losses_on_one_batch(exact, 20);
  for (const ranks::MeshShape& mesh : meshes_of_four) {
    for (const int stage : {0, 1, 3}) {
      const auto losses = losses_on_one_batch(test::on_mesh(plan, mesh, stage, 2), 20);
      if (test_support::session().rank() != 0) continue;
      EXPECT_LE(losses.back(), 0.5 * losses.front());
      EXPECT_NEAR(losses.back() / losses.front(), fp32_moments.back() / losses.front(), 0.01);
    }
  }
}

}  // namespace
