#include "scenarios/report/json_scenario.hpp"

#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/scenarios/reader/reading.hpp"

namespace scenarios::test {
namespace {

nlohmann::json json_of(const std::vector<std::string>& overrides) {
  std::ostringstream text;
  JsonWriter writer(text);
  writer.begin_object();
  write_scenario(writer, read_one(t0, overrides));
  writer.end_object();
  return nlohmann::json::parse(text.str()).at("scenario");
}

TEST(JsonScenario, ShowsThePresetOfTheArchitecture) {
  const auto model = json_of({"model.architecture=llama"}).at("model");
  const nlohmann::json expected = {{"architecture", "llama"},
                                   {"normalization", "RMSNorm"},
                                   {"position_embedding_type", "rope"},
                                   {"activation_func", "silu"},
                                   {"gated_linear_unit", true},
                                   {"add_bias_linear", false},
                                   {"add_qkv_bias", false},
                                   {"qk_layernorm", false},
                                   {"parallel_residual", false},
                                   {"shared_norm", false},
                                   {"rotary_percent", 1.0},
                                   {"rotary_base", 10000.0},
                                   {"layernorm_epsilon", 1e-5},
                                   {"tie_word_embeddings", false},
                                   {"num_key_value_heads", 4},
                                   {"head_dim", 16},
                                   {"ffn_hidden_size", 256}};
  for (const auto& [key, value] : expected.items()) EXPECT_EQ(model.at(key), value) << key;
}

TEST(JsonScenario, ShowsDefaultsThatFollowFromOtherKeys) {
  const auto sgd = json_of({"optimizer.type=sgd", "precision=fp16"});
  EXPECT_EQ(sgd.at("gradient_dtype"), "fp16");
  EXPECT_EQ(sgd.at("optimizer").at("weight_decay"), 0.0);
  EXPECT_EQ(sgd.at("optimizer").at("momentum"), 0.9);
  const auto zero3 = json_of({"zero.stage=3", "zero.stage3_max_live_parameters=7"});
  EXPECT_EQ(zero3.at("zero").at("stage3_max_live_parameters"), 7);
  EXPECT_EQ(zero3.at("zero").at("stage3_max_reuse_distance"), 1'000'000'000);
  EXPECT_EQ(zero3.at("training").at("steps"), 2);
  EXPECT_FALSE(json_of({"zero.stage=3"}).at("zero").contains("stage3_max_live_parameters"));
  const auto chunks = json_of({"parallel.pipeline_schedule=interleaved",
                               "parallel.virtual_pipeline_model_parallel_size=2",
                               "parallel.pipeline_model_parallel_size=2"});
  EXPECT_EQ(chunks.at("parallel").at("num_layers_per_stage"), nlohmann::json({1, 1, 1, 1}));
}

TEST(JsonScenario, ShowsModeHardwareAndPlan) {
  const auto json =
      json_of({"mode=inference", "inference.prompt_length=8", "inference.new_tokens=4",
               "precision=int8", "hardware.flops_per_second=312e12", "training.tokens=3e11"});
  EXPECT_EQ(json.at("mode"), "inference");
  EXPECT_EQ(json.at("inference").at("new_tokens"), 4);
  EXPECT_EQ(json.at("precision"), "int8");
  EXPECT_EQ(json.at("hardware").at("flops_per_second"), 312e12);
  EXPECT_EQ(json.at("training").at("tokens"), 300'000'000'000);
}

}  // namespace
}  // namespace scenarios::test
