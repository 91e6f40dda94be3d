#pragma once

#include <string>

#include <gtest/gtest.h>

#include "tests/parallel/small_model.hpp"
#include "tests/support/session.hpp"

namespace test {

/// How far two runs may differ: relative on losses and norms, normwise on each tensor. Defaults:
/// fp32 as the design has it. A vector that starts at zero is after the first step lr g /
/// (|g| + epsilon), with an error of its own of up to (1 + |g| / epsilon) times the gradient's.
struct Bounds {
  double loss = 1e-5;
  double norm = 1e-4;
  double gradients = 1e-4;
  double weights = 1e-3;
};

inline void expect_near_normwise(const Tensors& actual, const Tensors& expected, double bound,
                                 const std::string& where) {
  EXPECT_EQ(actual.size(), expected.size()) << where;
  for (const auto& [name, values] : expected) {
    EXPECT_LE(normwise(actual.at(name), values), bound) << where << ' ' << name;
  }
}

/// Losses, norms, and the gathered gradients and weights of two runs.
inline void expect_equal(const Trained& actual, const Trained& expected, const std::string& where,
                         const Bounds& bounds = {}) {
  if (test_support::session().rank() != 0) return;  // the one that holds both runs' results
  ASSERT_EQ(actual.result.loss.size(), expected.result.loss.size()) << where;
  for (std::size_t i = 0; i < expected.result.loss.size(); ++i) {
    EXPECT_NEAR(actual.result.loss[i] / expected.result.loss[i], 1.0, bounds.loss) << where;
    EXPECT_NEAR(actual.result.grad_norm[i].value() / expected.result.grad_norm[i].value(), 1.0,
                bounds.norm)
        << where;
  }
  expect_near_normwise(actual.gradients, expected.gradients, bounds.gradients, where);
  expect_near_normwise(actual.weights, expected.weights, bounds.weights, where);
}

inline std::string describe(const parallel::Plan& plan) {
  return fmt::format("dp={} tp={} pp={} zero={} m={} {} reduce_scatter={}", plan.mesh.dp,
                     plan.mesh.tp, plan.mesh.pp, plan.zero.stage, plan.micro_batches(),
                     plan.schedule == parallel::PipelineSchedule::gpipe ? "gpipe" : "1f1b",
                     plan.zero.reduce_scatter);
}

}  // namespace test
