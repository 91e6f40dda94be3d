#include "scenarios/packs/variables.hpp"

#include <gtest/gtest.h>

#include "scenarios/packs/words.hpp"
#include "tests/scenarios/packs/keys_of_t0.hpp"

namespace scenarios {
namespace {

TEST(Variables, AreTheAlphabet) {
  const Variables of =
      scenario_variables(keys_of_t0({{"parallel.tensor_model_parallel_size", std::int64_t{2}},
                                     {"parallel.pipeline_model_parallel_size", std::int64_t{4}},
                                     {"parallel.data_parallel_size", std::int64_t{3}},
                                     {"training.micro_batch_size", std::int64_t{2}},
                                     {"training.global_batch_size", std::int64_t{24}}}));
  const std::map<std::string, double> expected = {
      {"s", 32},  {"b", 2}, {"h", 64}, {"L", 4}, {"a", 4}, {"k", 4},  {"f", 256},
      {"V", 128}, {"t", 2}, {"p", 4},  {"d", 3}, {"v", 1}, {"n", 24}, {"m", 4},  // 24 / (2*3)
      {"D", 768}};                                                               // 24 * 32
  for (const auto& [name, value] : expected) EXPECT_EQ(of.at(name), value) << name;
}

// So that a pack can ask for them in every scenario.
TEST(Variables, AreZeroWhereANumberWasNotGiven) {
  const Variables without = scenario_variables(keys_of_t0());
  for (const char* name :
       {"planned_tokens", "flops_per_second", "hardware.bandwidth_bytes_per_second.dp",
        "memory_bytes", "prompt_length", "new_tokens", "stage3_max_live_parameters",
        "stage3_knobs"}) {
    ASSERT_TRUE(without.contains(name)) << name;
    EXPECT_EQ(without.at(name), 0) << name;
  }
  const Variables with =
      scenario_variables(keys_of_t0({{"training.tokens", std::int64_t{5000}},
                                     {"hardware.flops_per_second", 312e12},
                                     {"inference.prompt_length", std::int64_t{7}},
                                     {"zero.stage3_max_live_parameters", std::int64_t{0}}}));
  EXPECT_EQ(with.at("planned_tokens"), 5000);
  EXPECT_EQ(with.at("training.tokens"), 5000);
  EXPECT_EQ(with.at("hardware.flops_per_second"), 312e12);
  EXPECT_EQ(with.at("prompt_length"), 7);
  EXPECT_EQ(with.at("stage3_knobs"), 1);
  EXPECT_EQ(with.at("stage3_max_live_parameters"), 0);
  EXPECT_EQ(with.at("stage3_prefetch_bucket_size"), 5e7);
}

TEST(Variables, TellWhetherTheChunksAreEven) {
  const auto even = [](std::int64_t layers, std::vector<std::int64_t> given) {
    KeyValues keys = {{"model.num_layers", layers},
                      {"parallel.pipeline_model_parallel_size", std::int64_t{2}},
                      {"parallel.virtual_pipeline_model_parallel_size", std::int64_t{2}}};
    if (!given.empty()) keys["parallel.num_layers_per_stage"] = std::move(given);
    return scenario_variables(keys_of_t0(keys)).at("even_chunks");
  };
  EXPECT_EQ(even(8, {}), 1);
  EXPECT_EQ(even(9, {}), 0);
  EXPECT_EQ(even(8, {2, 2, 2, 2}), 1);
  EXPECT_EQ(even(8, {1, 2, 2, 3}), 0);
}

TEST(Variables, AreTheBlockOfAPreset) {
  const Variables of =
      scenario_variables(keys_of_t0({{"model.architecture", std::string("gpt_neox")}}));
  EXPECT_EQ(of.at("normalization"), words().at("LayerNorm"));
  EXPECT_EQ(of.at("position_embedding_type"), words().at("rope"));
  EXPECT_EQ(of.at("activation_func"), words().at("gelu"));
  EXPECT_EQ(of.at("parallel_residual"), 1);
  EXPECT_EQ(of.at("rotary_percent"), 0.25);
  EXPECT_EQ(of.at("tie_word_embeddings"), 0);
}

// C03: 50277 words in multiples of 128*t.
TEST(Variables, PadTheVocabulary) {
  const std::int64_t sizes[][2] = {{1, 50304}, {2, 50432}, {4, 50688}};
  for (const auto& [t, padded] : sizes) {
    const Variables of =
        scenario_variables(keys_of_t0({{"model.vocab_size", std::int64_t{50277}},
                                       {"model.make_vocab_size_divisible_by", std::int64_t{128}},
                                       {"parallel.tensor_model_parallel_size", t}}));
    EXPECT_EQ(of.at("V"), static_cast<double>(padded)) << "t = " << t;
    EXPECT_EQ(of.at("vocab_size"), 50277);
  }
}

TEST(Variables, AreKeysByPathAndByLastPart) {
  const Variables of = scenario_variables(
      keys_of_t0({{"zero.stage", std::int64_t{2}}, {"precision", std::string("mixed_bf16")}}));
  EXPECT_EQ(of.at("zero.stage"), 2);
  EXPECT_EQ(of.at("stage"), 2);
  EXPECT_EQ(of.at("model.tie_word_embeddings"), 1);
  EXPECT_EQ(of.at("tie_word_embeddings"), 1);
  EXPECT_EQ(of.at("sequence_parallel"), 0);
  EXPECT_EQ(of.at("precision"), words().at("mixed_bf16"));
  EXPECT_EQ(of.at("architecture"), words().at("gpt2"));
  EXPECT_EQ(of.at("attention_dropout"), 0);
}

// `min` is a function; lists and texts are no numbers.
TEST(Variables, LeaveOutWhatIsNotUniqueFreeOrANumber) {
  const Variables of = scenario_variables(keys_of_t0({{"training.data", std::string("full")}}));
  EXPECT_TRUE(of.contains("loss_scale.min"));
  for (const char* name :
       {"min", "betas", "optimizer.betas", "data", "training.data", "scenario"}) {
    EXPECT_FALSE(of.contains(name)) << name;
  }
}

TEST(Variables, NameTheSchedule) {
  const auto schedule = [](const char* word, std::int64_t chunks) {
    return scenario_variables(
               keys_of_t0({{"parallel.pipeline_schedule", std::string(word)},
                           {"parallel.virtual_pipeline_model_parallel_size", chunks}}))
        .at("schedule");
  };
  EXPECT_EQ(schedule("gpipe", 1), words().at("gpipe"));
  EXPECT_EQ(schedule("1f1b", 1), words().at("one_f_one_b"));
  EXPECT_NE(words().at("zb_h1"), words().at("interleaved"));
  EXPECT_EQ(schedule("interleaved", 2), words().at("interleaved"));
  EXPECT_EQ(schedule("interleaved", 1), words().at("one_f_one_b"));
}

// t = 2, d = 3, p = 4: rank = tp + 2*(dp + 3*pp), so 17 = 1 + 2*(2 + 3*2).
TEST(RankVariables, FollowTheRankOrder) {
  const ScenarioValues keys =
      keys_of_t0({{"parallel.tensor_model_parallel_size", std::int64_t{2}},
                  {"parallel.pipeline_model_parallel_size", std::int64_t{4}},
                  {"parallel.data_parallel_size", std::int64_t{3}},
                  {"model.num_layers", std::int64_t{6}}});
  const Variables of = rank_variables(keys, 17);
  EXPECT_EQ(of.at("tp_rank"), 1);
  EXPECT_EQ(of.at("dp_rank"), 2);
  EXPECT_EQ(of.at("pp_rank"), 2);
  EXPECT_EQ(of.at("is_first"), 0);
  EXPECT_EQ(of.at("is_last"), 0);
  EXPECT_EQ(of.at("L_rank"), 1);  // 2, 2, 1, 1
  EXPECT_EQ(rank_variables(keys, 5).at("L_rank"), 2);
  EXPECT_EQ(rank_variables(keys, 0).at("is_first"), 1);
  EXPECT_EQ(rank_variables(keys, 23).at("is_last"), 1);
}

// Two stages of two chunks, in the order of the model: stage 0 has chunks 1 and 3.
TEST(RankVariables, AddUpTheChunksOfAStage) {
  const ScenarioValues keys =
      keys_of_t0({{"parallel.pipeline_model_parallel_size", std::int64_t{2}},
                  {"parallel.virtual_pipeline_model_parallel_size", std::int64_t{2}},
                  {"parallel.num_layers_per_stage", std::vector<std::int64_t>{3, 1, 2, 4}}});
  EXPECT_EQ(rank_variables(keys, 0).at("L_rank"), 5);
  EXPECT_EQ(rank_variables(keys, 0).at("L_chunk.0"), 3);
  EXPECT_EQ(rank_variables(keys, 0).at("L_chunk.1"), 2);
  EXPECT_EQ(rank_variables(keys, 1).at("L_chunk.1"), 4);
  EXPECT_EQ(rank_variables(keys, 1).at("L_rank"), 5);
  const ScenarioValues plain =
      keys_of_t0({{"parallel.pipeline_model_parallel_size", std::int64_t{2}},
                  {"parallel.num_layers_per_stage", std::vector<std::int64_t>{3, 1}}});
  EXPECT_EQ(rank_variables(plain, 0).at("L_rank"), 3);
  EXPECT_EQ(rank_variables(plain, 1).at("L_rank"), 1);
}

}  // namespace
}  // namespace scenarios
