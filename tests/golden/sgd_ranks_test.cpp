// SGD with momentum against values that an independent implementation computed in float64, on one
// rank and on every kind of split. README.md derives the bounds.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/commands/training.hpp"
#include "scenarios/read/reader.hpp"
#include "tests/golden/deviation.hpp"
#include "tests/golden/golden_model.hpp"
#include "tests/scenarios/temporary_folder.hpp"
#include "tests/support/session.hpp"

namespace test {
namespace {

struct Split {
  int dp = 1;
  int tp = 1;
  int pp = 1;
  int zero = 0;
};

/// The golden batches and weights; the optimizer is set in the plan.
scenarios::Scenario scenario_of(const GoldenModel& golden, const Split& split,
                                const scenarios::test::TemporaryFolder& folder) {
  const auto& batch = golden.values().at("batch");
  const auto& sgd = golden.values().at("sgd");
  const auto sequences = batch.at("B").get<int>();
  const std::string text = fmt::format(
      "model: {{config: '{}', seq_length: {}}}\n"
      "parallel: {{data_parallel_size: {}, tensor_model_parallel_size: {},"
      " pipeline_model_parallel_size: {}}}\nzero: {{stage: {}}}\n"
      "training: {{micro_batch_size: {}, global_batch_size: {}, steps: {}, batches: '{}',"
      " weights: '{}'}}\n",
      golden.file("config.json").string(), batch.at("S").get<int>(), split.dp, split.tp, split.pp,
      split.zero, sequences / split.dp / 2, sequences, batch.at("steps").get<int>(),
      golden.file("batch.safetensors").string(), golden.file("model.safetensors").string());
  const std::array files{folder.write("golden.yaml", text)};
  scenarios::Scenario scenario = scenarios::read_scenarios(files, {}).at(0);
  parallel::OptimizerPlan& optimizer = scenario.plan.optimizer;
  optimizer.type = parallel::OptimizerType::sgd;
  optimizer.adamw.learning_rate = sgd.at("lr").get<double>();
  optimizer.momentum = sgd.at("momentum").get<double>();
  optimizer.weight_decay = 0;
  optimizer.clip_grad = 0;
  return scenario;
}

void expect_curve(const nlohmann::json& expected, const scenarios::RunResult& run) {
  ASSERT_EQ(run.loss.size(), expected.at("loss").size());
  for (std::size_t i = 0; i < run.loss.size(); ++i) {
    EXPECT_NEAR(run.loss[i] / expected.at("loss").at(i).get<double>(), 1.0, 1e-6) << i;
    EXPECT_NEAR(run.grad_norm[i].value() / expected.at("grad_norm").at(i).get<double>(), 1.0, 1e-5)
        << i;
  }
}

void expect_weights(const GoldenModel& golden, const std::filesystem::path& dump) {
  const scenarios::SafetensorsReader weights(dump / "weights.safetensors");
  double largest_share = 0;
  double largest_l2 = 0;
  for (const std::string& tensor : golden.tensors()) {
    const auto actual = read_tensor(weights, tensor);
    const auto expected = golden.expected("sgd." + tensor);
    const auto initial = golden.initial(tensor);
    double error = 0;
    double update = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      error = std::max(error, std::abs(double{actual.at(i)} - expected[i]));
      update = std::max(update, std::abs(double{expected[i]} - initial[i]));
    }
    const double l2 = deviation(actual, expected, initial).l2;
    EXPECT_LE(error, 1e-6 + 1e-4 * update) << tensor;
    EXPECT_LE(l2, 1e-3) << tensor;
    largest_share = std::max(largest_share, error / (1e-6 + 1e-4 * update));
    largest_l2 = std::max(largest_l2, l2);
  }
  testing::Test::RecordProperty("share", fmt::format("{:.1e}", largest_share));
  testing::Test::RecordProperty("update_l2", fmt::format("{:.1e}", largest_l2));
}

/// Collective over the session.
void expect_golden(const Split& split) {
  SCOPED_TRACE(fmt::format("dp={} tp={} pp={} zero={}", split.dp, split.tp, split.pp, split.zero));
  const GoldenModel golden("gpt2-a");
  const scenarios::test::TemporaryFolder folder;
  const auto scenario = scenario_of(golden, split, folder);
  const auto run = scenarios::train_on_ranks(test_support::session(), scenario, folder.path());
  if (!run) return;
  expect_curve(golden.values().at("sgd"), *run);
  expect_weights(golden, folder.path());
}

TEST(GoldenSgd, OneRank_on1) {
  expect_golden({});
}
TEST(GoldenSgd, EveryStage_on2) {
  for (int stage = 0; stage <= 3; ++stage) expect_golden({.dp = 2, .zero = stage});
}
TEST(GoldenSgd, TwoAxes_on4) {
  expect_golden({.dp = 2, .tp = 2, .zero = 1});
  expect_golden({.dp = 2, .pp = 2, .zero = 3});
  expect_golden({.tp = 2, .pp = 2});
}

}  // namespace
}  // namespace test
