// The golden models as the program reads them, before anything is trained.
#include "tests/scenarios/reader/reading.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/files/batches.hpp"
#include "scenarios/files/project_files.hpp"
#include "scenarios/judge/check.hpp"
#include "scenarios/judge/quantities.hpp"
#include "scenarios/packs/catalogue.hpp"

namespace test {
namespace {

std::filesystem::path folder_of(const std::string& model) {
  return scenarios::project_folder() / "tests" / "golden" / model;
}

scenarios::Scenario scenario_of(const std::string& model) {
  return scenarios::test::read_one(
      "model: {config: '" + (folder_of(model) / "config.json").string() +
      "', seq_length: 32}\ntraining: {micro_batch_size: 8, global_batch_size: 8, steps: 4}\n"
      "check: {formulas: [parameters]}\n");
}

double parameters_of(const scenarios::Scenario& scenario) {
  const auto catalogue = scenarios::load_catalogue(scenarios::formulas_folder(), scenario.packs,
                                                   scenarios::quantity_fault);
  for (const auto& estimate : scenarios::estimates(catalogue, scenario)) {
    if (estimate.formula == "P") return estimate.value;
  }
  return 0;
}

struct Row {
  const char* model;
  double parameters;  // of expected.json
};

TEST(GoldenModels, HaveTheParametersOfTheirConfigs) {
  for (const Row& row : {Row{"gpt2-a", 60096}, Row{"llama-a", 40224}, Row{"neox-a", 100864}}) {
    EXPECT_EQ(parameters_of(scenario_of(row.model)), row.parameters) << row.model;
  }
}

TEST(GoldenModels, AreBatchesOfTheirVocabulary) {
  for (const char* model : {"gpt2-a", "llama-a", "neox-a"}) {
    const auto source =
        scenarios::exact_batches(folder_of(model) / "batch.safetensors", scenario_of(model).plan);
    std::vector<std::int64_t> tokens(32);
    std::vector<std::int64_t> labels(32);
    source(3, 7, tokens, labels);
    // Labels are the tokens that follow.
    EXPECT_EQ(std::vector(tokens.begin() + 1, tokens.end()),
              std::vector(labels.begin(), labels.end() - 1))
        << model;
  }
}

TEST(GoldenModels, AreTheBlocksOfTheirConfigs) {
  const sim::ModelDescription llama = scenario_of("llama-a").plan.model;
  EXPECT_EQ(llama.kv_heads, 2);
  EXPECT_EQ(llama.ffn_hidden, 56);
  EXPECT_EQ(llama.positions, 64);
  EXPECT_FALSE(llama.block.add_bias_linear);
  const sim::ModelDescription neox = scenario_of("neox-a").plan.model;
  EXPECT_EQ(neox.ffn_hidden, 32);
  EXPECT_EQ(neox.block.rotary_percent, 0.25);
  EXPECT_TRUE(neox.block.parallel_residual);
}

}  // namespace
}  // namespace test
