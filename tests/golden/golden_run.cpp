#include "tests/golden/golden_run.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "scenarios/commands/training.hpp"
#include "scenarios/load/reader.hpp"
#include "tests/golden/deviation.hpp"
#include "tests/support/session.hpp"

namespace test {
namespace {

std::string optimizer_of(const nlohmann::json& values, const Layout& layout) {
  const auto& of = values.at(layout.optimizer);
  const auto number = [&of](const char* key) { return of.at(key).dump(); };
  if (layout.optimizer == "sgd") {
    return fmt::format("{{type: sgd, lr: {}, momentum: {}}}", number("lr"), number("momentum"));
  }
  return fmt::format(
      "{{type: adamw, lr: {}, betas: [{}, {}], eps: {}, weight_decay: {}, clip_grad: {}}}",
      number("lr"), number("beta1"), number("beta2"), number("eps"), number("weight_decay"),
      number("max_grad_norm"));
}

std::string text_of(const GoldenModel& golden, const Layout& layout) {
  const auto& batch = golden.values().at("batch");
  const auto sequences = batch.at("B").get<std::int64_t>();
  std::string text = fmt::format("model: {{config: '{}', seq_length: {}}}\n",
                                 golden.file("config.json").string(), batch.at("S").dump());
  text += fmt::format(
      "parallel: {{data_parallel_size: {}, tensor_model_parallel_size: {},"
      " pipeline_model_parallel_size: {}, sequence_parallel: {}}}\n",
      layout.dp, layout.tp, layout.pp, layout.sequence_parallel);
  text += fmt::format("zero: {{stage: {}, partition_activations: {}}}\nrecompute: {}\n",
                      layout.zero, layout.partition_activations, layout.recompute);
  text += "optimizer: " + optimizer_of(golden.values(), layout) + "\n";
  text += fmt::format(
      "training: {{micro_batch_size: {}, global_batch_size: {}, steps: {}, batches: '{}',"
      " weights: '{}'}}\n",
      sequences / layout.dp / layout.micro_batches, sequences, batch.at("steps").dump(),
      golden.file("batch.safetensors").string(), golden.file("model.safetensors").string());
  return text;
}

double largest_relative(const nlohmann::json& expected, const std::vector<double>& actual) {
  EXPECT_EQ(actual.size(), expected.size());
  double largest = 0;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const auto value = expected.at(i).get<double>();
    largest = std::max(largest, std::abs(actual[i] - value) / std::abs(value));
  }
  return largest;
}

void add_update(const Deviation& of, Deviations& all) {
  all.update = std::max(all.update, of.normwise);
  all.update_l2 = std::max(all.update_l2, of.l2);
  all.sgd_update = std::max(all.sgd_update, of.error / (1e-6 + 1e-4 * of.size));
  all.no_gradient = std::max(all.no_gradient, of.exempt);
}

Deviations deviations(const GoldenModel& golden, const std::string& optimizer,
                      const scenarios::RunResult& run, const std::filesystem::path& dump) {
  Deviations all;
  std::vector<double> norms;
  norms.reserve(run.grad_norm.size());
  for (const auto& norm : run.grad_norm) norms.push_back(norm.value());
  const auto& expected = golden.values().at(optimizer);
  all.loss = largest_relative(expected.at("loss"), run.loss);
  all.gradient_norm = largest_relative(expected.at("grad_norm"), norms);

  const scenarios::SafetensorsReader gradients(dump / "gradients.safetensors");
  const scenarios::SafetensorsReader weights(dump / "weights.safetensors");
  EXPECT_EQ(weights.tensors().size(), golden.tensors().size());
  for (const std::string& tensor : golden.tensors()) {
    const std::string name = "grad." + tensor;
    const auto gradient = deviation(read_tensor(gradients, name), golden.expected(name));
    all.gradient = std::max(all.gradient, gradient.normwise);
    // Only AdamW magnifies the noise of entries without a gradient.
    const auto counts = optimizer == "adamw" ? golden.has_gradient(tensor) : std::vector<bool>{};
    add_update(deviation(read_tensor(weights, tensor),
                         golden.expected(fmt::format("{}.{}", optimizer, tensor)),
                         golden.initial(tensor), counts),
               all);
  }
  return all;
}

}  // namespace

scenarios::Scenario scenario_of(const GoldenModel& golden, const Layout& layout,
                                const scenarios::test::TemporaryFolder& folder,
                                const std::vector<std::string>& changes) {
  const std::array files{folder.write("golden.yaml", text_of(golden, layout))};
  return scenarios::read_scenarios(files, changes).at(0);
}

std::optional<Deviations> train(const Layout& layout, const std::vector<std::string>& changes) {
  const GoldenModel golden(layout.model);
  const scenarios::test::TemporaryFolder folder;
  const auto scenario = scenario_of(golden, layout, folder, changes);
  const auto run = scenarios::train_on_ranks(test_support::session(), scenario, folder.path());
  if (!run) return std::nullopt;
  EXPECT_EQ(run->parameters, golden.values().at("parameters").get<std::int64_t>());
  EXPECT_EQ(run->ranks.size(), static_cast<std::size_t>(layout.ranks()));
  return deviations(golden, layout.optimizer, *run, folder.path());
}

std::optional<double> loss_after_last_step(const Layout& layout) {
  const GoldenModel golden(layout.model);
  const scenarios::test::TemporaryFolder folder;
  auto& session = test_support::session();
  scenarios::train_on_ranks(session, scenario_of(golden, layout, folder), folder.path());
  const std::vector<std::string> from_dump = {
      "training.weights=" + (folder.path() / "weights.safetensors").string(), "training.steps=1"};
  const auto run =
      scenarios::train_on_ranks(session, scenario_of(golden, layout, folder, from_dump), {});
  if (!run) return std::nullopt;
  return run->loss.at(0);
}

}  // namespace test
