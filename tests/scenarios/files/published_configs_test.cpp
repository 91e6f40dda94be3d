// Configs as people publish them (import/files/hf, unchanged), against the counts given with their
// weights.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/files/project_files.hpp"
#include "scenarios/judge/check.hpp"
#include "scenarios/judge/quantities.hpp"
#include "scenarios/packs/catalogue.hpp"
#include "tests/scenarios/reader/reading.hpp"

namespace scenarios::test {
namespace {

// What `estimate` says of the whole model with the pack `parameters`.
double parameters_of(const std::string& config, const std::vector<std::string>& overrides) {
  const std::string path =
      (project_folder() / "tests/scenarios/import/files/hf" / (config + ".json")).string();
  const Scenario scenario = read_one("model: {config: '" + path +
                                         "'}\ntraining: {micro_batch_size: 1, global_batch_size: "
                                         "1}\ncheck: {formulas: [parameters]}\n",
                                     overrides);
  const Catalogue catalogue = load_catalogue(formulas_folder(), scenario.packs, quantity_fault);
  for (const Estimate& estimate : estimates(catalogue, scenario)) {
    if (estimate.formula == "P") return estimate.value;
  }
  return 0;
}

struct Row {
  const char* config;
  double parameters;
  std::vector<std::string> overrides{};
};

TEST(PublishedConfigs, HaveThePublishedCounts) {
  for (const Row& row : {
           Row{"gpt2", 774'030'080},
           Row{"llama_7b", 6'738'415'616},
           Row{"llama_60m", 58'073'600},
           Row{"Llama-3.1-70B", 70'553'706'496},
           Row{"Llama-3.2-1B-Instruct", 1'235'814'400},
           Row{"Mistral-7B-Instruct-v0.3", 7'248'023'552},
           Row{"Qwen--Qwen3-0.6B", 596'049'920},
           Row{"Qwen--Qwen3-0.6B", 751'632'384, {"model.tie_word_embeddings=false"}},
       }) {
    EXPECT_EQ(parameters_of(row.config, row.overrides), row.parameters) << row.config;
  }
}

TEST(PublishedConfigs, GiveWhatChangesNoCount) {
  const auto block_of = [](const std::string& config) {
    const std::string path =
        (project_folder() / "tests/scenarios/import/files/hf" / (config + ".json")).string();
    return read_one("model: {config: '" + path +
                    "'}\ntraining: {micro_batch_size: 1, global_batch_size: 1}\n")
        .plan.model;
  };
  EXPECT_EQ(block_of("llama_60m").sequence_length, 1024);  // of max_sequence_length
  EXPECT_EQ(block_of("Llama-3.1-70B").block.rotary_base, 5e5);
  EXPECT_EQ(block_of("Llama-3.1-70B").block.layernorm_epsilon, 1e-5);
  EXPECT_EQ(block_of("Mistral-7B-Instruct-v0.3").block.rotary_base, 1e6);
  EXPECT_EQ(block_of("Qwen--Qwen3-0.6B").query_width(), 2048);  // of 1024 channels
}

}  // namespace
}  // namespace scenarios::test
