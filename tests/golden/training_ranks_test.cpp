// The program as it is used, from the text of a scenario to the files of --dump, against values
// that an independent implementation computed in float64. README.md derives the bounds.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "scenarios/commands/training.hpp"
#include "scenarios/read/reader.hpp"
#include "tests/golden/deviation.hpp"
#include "tests/golden/golden_model.hpp"
#include "tests/scenarios/temporary_folder.hpp"
#include "tests/support/session.hpp"

namespace test {
namespace {

constexpr double loss_bound = 1e-6;
constexpr double gradient_norm_bound = 1e-5;
constexpr double gradient_bound = 1e-4;
constexpr double update_l2_bound = 1e-3;
constexpr double update_bound = 5e-2;
constexpr double no_gradient_bound = 8e-3;  // two learning rates in each of four steps

struct Layout {
  std::string model;
  int dp = 1;
  int tp = 1;
  int pp = 1;
  int zero = 0;
  int micro_batches = 1;

  [[nodiscard]] int ranks() const { return dp * tp * pp; }
};

std::ostream& operator<<(std::ostream& stream, const Layout& layout) {
  return stream << fmt::format("{} dp={} tp={} pp={} zero={} m={}", layout.model, layout.dp,
                               layout.tp, layout.pp, layout.zero, layout.micro_batches);
}

/// The golden steps on a layout, with `changes` as --set takes them.
scenarios::Scenario scenario_of(const GoldenModel& golden, const Layout& layout,
                                const scenarios::test::TemporaryFolder& folder,
                                const std::vector<std::string>& changes) {
  const auto& adamw = golden.values().at("adamw");
  const auto& batch = golden.values().at("batch");
  const auto number = [](const nlohmann::json& value) { return value.dump(); };
  const auto sequences = batch.at("B").get<std::int64_t>();
  std::string text = fmt::format("model: {{config: '{}', seq_length: {}}}\n",
                                 golden.file("config.json").string(), number(batch.at("S")));
  text += fmt::format(
      "parallel: {{data_parallel_size: {}, tensor_model_parallel_size: {},"
      " pipeline_model_parallel_size: {}}}\nzero: {{stage: {}}}\n",
      layout.dp, layout.tp, layout.pp, layout.zero);
  text += fmt::format(
      "optimizer: {{type: adamw, lr: {}, betas: [{}, {}], eps: {}, weight_decay: {},"
      " clip_grad: {}}}\n",
      number(adamw.at("lr")), number(adamw.at("beta1")), number(adamw.at("beta2")),
      number(adamw.at("eps")), number(adamw.at("weight_decay")), number(adamw.at("max_grad_norm")));
  text += fmt::format(
      "training: {{micro_batch_size: {}, global_batch_size: {}, steps: {}, batches: '{}',"
      " weights: '{}'}}\n",
      sequences / layout.dp / layout.micro_batches, sequences, number(batch.at("steps")),
      golden.file("batch.safetensors").string(), golden.file("model.safetensors").string());
  const std::array files{folder.write("golden.yaml", text)};
  return scenarios::read_scenarios(files, changes).at(0);
}

/// The largest deviations of a run from the golden values.
struct Deviations {
  double loss = 0;
  double gradient_norm = 0;
  double gradient = 0;
  double update_l2 = 0;
  double update = 0;
  double no_gradient = 0;
};

double largest_relative(const nlohmann::json& expected, const std::vector<double>& actual) {
  EXPECT_EQ(actual.size(), expected.size());
  double largest = 0;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const auto value = expected.at(i).get<double>();
    largest = std::max(largest, std::abs(actual[i] - value) / std::abs(value));
  }
  return largest;
}

Deviations deviations(const GoldenModel& golden, const scenarios::RunResult& run,
                      const std::filesystem::path& dump) {
  Deviations all;
  std::vector<double> norms;
  norms.reserve(run.grad_norm.size());
  for (const auto& norm : run.grad_norm) norms.push_back(norm.value());
  all.loss = largest_relative(golden.values().at("adamw").at("loss"), run.loss);
  all.gradient_norm = largest_relative(golden.values().at("adamw").at("grad_norm"), norms);

  const scenarios::SafetensorsReader gradients(dump / "gradients.safetensors");
  const scenarios::SafetensorsReader weights(dump / "weights.safetensors");
  EXPECT_EQ(weights.tensors().size(), golden.tensors().size());
  for (const std::string& tensor : golden.tensors()) {
    const std::string name = "grad." + tensor;
    const auto gradient = deviation(read_tensor(gradients, name), golden.expected(name));
    const auto update = deviation(read_tensor(weights, tensor), golden.expected("adamw." + tensor),
                                  golden.initial(tensor), golden.has_gradient(tensor));
    all.gradient = std::max(all.gradient, gradient.normwise);
    all.update = std::max(all.update, update.normwise);
    all.update_l2 = std::max(all.update_l2, update.l2);
    all.no_gradient = std::max(all.no_gradient, update.exempt);
  }
  return all;
}

/// Nothing on the ranks that collect nothing. Collective over the session.
std::optional<Deviations> train(const Layout& layout,
                                const std::vector<std::string>& changes = {}) {
  const GoldenModel golden(layout.model);
  const scenarios::test::TemporaryFolder folder;
  const auto scenario = scenario_of(golden, layout, folder, changes);
  const auto run = scenarios::train_on_ranks(test_support::session(), scenario, folder.path());
  if (!run) return std::nullopt;
  EXPECT_EQ(run->parameters, golden.values().at("parameters").get<std::int64_t>());
  EXPECT_EQ(run->ranks.size(), static_cast<std::size_t>(layout.ranks()));
  return deviations(golden, *run, folder.path());
}

class GoldenTraining : public testing::TestWithParam<Layout> {};

TEST_P(GoldenTraining, MeetsTheIndependentImplementation) {
  if (test_support::session().size() < GetParam().ranks()) GTEST_SKIP() << "needs more ranks";
  const auto found = train(GetParam());
  if (!found) return;
  EXPECT_LE(found->loss, loss_bound);
  EXPECT_LE(found->gradient_norm, gradient_norm_bound);
  EXPECT_LE(found->gradient, gradient_bound);
  EXPECT_LE(found->update_l2, update_l2_bound);
  EXPECT_LE(found->update, update_bound);
  EXPECT_LE(found->no_gradient, no_gradient_bound);
  RecordProperty("loss", fmt::format("{:.1e}", found->loss));
  RecordProperty("gradient_norm", fmt::format("{:.1e}", found->gradient_norm));
  RecordProperty("gradient", fmt::format("{:.1e}", found->gradient));
  RecordProperty("update_l2", fmt::format("{:.1e}", found->update_l2));
  RecordProperty("update", fmt::format("{:.1e}", found->update));
  RecordProperty("no_gradient", fmt::format("{:.1e}", found->no_gradient));
}

std::vector<Layout> layouts_of(const std::string& model) {
  constexpr std::array<std::array<int, 5>, 14> rows{{{1, 1, 1, 0, 1},
                                                     {2, 1, 1, 1, 2},
                                                     {2, 1, 1, 2, 2},
                                                     {2, 1, 1, 3, 4},
                                                     {4, 1, 1, 3, 1},
                                                     {1, 2, 1, 0, 1},
                                                     {1, 4, 1, 0, 2},
                                                     {1, 1, 2, 0, 4},
                                                     {1, 1, 4, 0, 8},
                                                     {2, 2, 1, 3, 2},
                                                     {2, 2, 2, 1, 2},
                                                     {2, 2, 2, 2, 2},
                                                     {2, 2, 2, 3, 2},
                                                     {1, 2, 4, 0, 4}}};
  std::vector<Layout> layouts;
  layouts.reserve(rows.size());
  for (const auto& [dp, tp, pp, zero, m] : rows) layouts.push_back({model, dp, tp, pp, zero, m});
  return layouts;
}

/// ends in on8 where 8 ranks are needed, by which CTest picks.
std::string name_of(const testing::TestParamInfo<Layout>& info) {
  const Layout& of = info.param;
  return fmt::format("dp{}_tp{}_pp{}_zero{}_m{}_on{}", of.dp, of.tp, of.pp, of.zero,
                     of.micro_batches, of.ranks());
}

INSTANTIATE_TEST_SUITE_P(Gpt2A, GoldenTraining, testing::ValuesIn(layouts_of("gpt2-a")), name_of);
INSTANTIATE_TEST_SUITE_P(LlamaA, GoldenTraining, testing::ValuesIn(layouts_of("llama-a")), name_of);
INSTANTIATE_TEST_SUITE_P(NeoxA, GoldenTraining, testing::ValuesIn(layouts_of("neox-a")), name_of);

// The bounds find small errors of a kind that a kernel could have: a tenth more weight decay, say.
TEST(GoldenBounds, SeeSmallErrors_on1) {
  struct Error {
    std::string change;
    double Deviations::*figure;
    double bound;
  };
  const std::vector<Error> errors = {
      {"model.layernorm_epsilon=1.1e-5", &Deviations::gradient, gradient_bound},
      {"model.layernorm_epsilon=1.1e-5", &Deviations::loss, loss_bound},
      {"optimizer.weight_decay=0.11", &Deviations::update_l2, update_l2_bound},
      {"optimizer.betas=[0.9, 0.951]", &Deviations::loss, loss_bound},
      {"optimizer.clip_grad=0", &Deviations::update_l2, update_l2_bound}};
  for (const auto& [change, figure, bound] : errors) {
    const auto found = train({.model = "gpt2-a"}, {change});
    if (!found) continue;
    EXPECT_GT((*found).*figure, bound) << change;
  }
}

}  // namespace
}  // namespace test
