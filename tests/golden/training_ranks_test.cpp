// The program as it is used, from the text of a scenario to the files of --dump, against values
// that an independent implementation computed in float64. README.md derives the bounds.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/golden/golden_run.hpp"
#include "tests/golden/layouts.hpp"
#include "tests/support/session.hpp"

namespace test {
namespace {

constexpr double loss_bound = 1e-6;
constexpr double gradient_norm_bound = 1e-5;
constexpr double gradient_bound = 1e-4;
constexpr double update_l2_bound = 1e-3;
constexpr double adamw_update_bound = 5e-2;
constexpr double no_gradient_bound = 8e-3;  // two learning rates in each of four steps

void record(const Deviations& found, const std::string& optimizer) {
  const auto figure = [](const char* name, double value) {
    testing::Test::RecordProperty(name, fmt::format("{:.1e}", value));
  };
  figure("loss", found.loss);
  figure("gradient_norm", found.gradient_norm);
  figure("gradient", found.gradient);
  figure("update_l2", found.update_l2);
  if (optimizer == "adamw") {
    figure("update", found.update);
    figure("no_gradient", found.no_gradient);
  } else {
    figure("sgd_update", found.sgd_update);
  }
}

void expect_golden(const Layout& layout) {
  const auto found = train(layout);
  if (!found) return;
  EXPECT_LE(found->loss, loss_bound);
  EXPECT_LE(found->gradient_norm, gradient_norm_bound);
  EXPECT_LE(found->gradient, gradient_bound);
  EXPECT_LE(found->update_l2, update_l2_bound);
  if (layout.optimizer == "adamw") {
    EXPECT_LE(found->update, adamw_update_bound);
    EXPECT_LE(found->no_gradient, no_gradient_bound);
  } else {
    EXPECT_LE(found->sgd_update, 1);
  }
  record(*found, layout.optimizer);
}

class GoldenLayouts : public testing::TestWithParam<Layout> {
 protected:
  void SetUp() override {
    if (test_support::session().size() < GetParam().ranks()) GTEST_SKIP() << "needs more ranks";
  }
};
/// What always runs, and everything (label long).
class GoldenTraining : public GoldenLayouts {};
class GoldenCross : public GoldenLayouts {};

TEST_P(GoldenTraining, MeetsTheIndependentImplementation) {
  expect_golden(GetParam());
}
TEST_P(GoldenCross, MeetsTheIndependentImplementation) {
  expect_golden(GetParam());
}

std::string name_in_suite(const testing::TestParamInfo<Layout>& info) {
  return name_of(info.param);
}

INSTANTIATE_TEST_SUITE_P(Gpt2A, GoldenTraining, testing::ValuesIn(layouts_in_turn("gpt2-a", 0)),
                         name_in_suite);
INSTANTIATE_TEST_SUITE_P(LlamaA, GoldenTraining, testing::ValuesIn(layouts_in_turn("llama-a", 2)),
                         name_in_suite);
INSTANTIATE_TEST_SUITE_P(NeoxA, GoldenTraining, testing::ValuesIn(layouts_in_turn("neox-a", 4)),
                         name_in_suite);
INSTANTIATE_TEST_SUITE_P(Gpt2A, GoldenCross, testing::ValuesIn(every_layout("gpt2-a")),
                         name_in_suite);
INSTANTIATE_TEST_SUITE_P(LlamaA, GoldenCross, testing::ValuesIn(every_layout("llama-a")),
                         name_in_suite);
INSTANTIATE_TEST_SUITE_P(NeoxA, GoldenCross, testing::ValuesIn(every_layout("neox-a")),
                         name_in_suite);

// The loss of batch 0 after the last step, by the weights that --dump wrote as `training.weights`.
TEST(GoldenDump, IsTrainedOnFrom_on1) {
  for (const char* model : {"gpt2-a", "llama-a", "neox-a"}) {
    for (const char* optimizer : {"adamw", "sgd"}) {
      const GoldenModel golden(model);
      const double expected =
          golden.values().at(optimizer).at("loss_on_batch_0_after_last_step").get<double>();
      const auto loss = loss_after_last_step({.model = model, .optimizer = optimizer});
      EXPECT_NEAR(loss.value() / expected, 1.0, loss_bound) << model << ' ' << optimizer;
    }
  }
}

// The bounds find small errors of a kind that a kernel could have: a tenth more weight decay, say.
TEST(GoldenBounds, SeeSmallErrors_on1) {
  struct Error {
    std::string optimizer;
    std::string change;
    double Deviations::*figure;
    double bound;
  };
  const std::vector<Error> errors = {
      {"adamw", "model.layernorm_epsilon=1.1e-5", &Deviations::gradient, gradient_bound},
      {"adamw", "model.layernorm_epsilon=1.1e-5", &Deviations::loss, loss_bound},
      {"adamw", "optimizer.weight_decay=0.11", &Deviations::update_l2, update_l2_bound},
      {"adamw", "optimizer.betas=[0.9, 0.951]", &Deviations::loss, loss_bound},
      {"adamw", "optimizer.clip_grad=0", &Deviations::update_l2, update_l2_bound},
      {"sgd", "optimizer.momentum=0.901", &Deviations::sgd_update, 1},
      {"sgd", "optimizer.weight_decay=1e-3", &Deviations::update_l2, update_l2_bound},
      {"sgd", "optimizer.clip_grad=2.5", &Deviations::update_l2, update_l2_bound}};
  for (const auto& [optimizer, change, figure, bound] : errors) {
    const auto found = train({.model = "gpt2-a", .optimizer = optimizer}, {change});
    if (!found) continue;
    EXPECT_GT((*found).*figure, bound) << optimizer << ' ' << change;
  }
}

}  // namespace
}  // namespace test
