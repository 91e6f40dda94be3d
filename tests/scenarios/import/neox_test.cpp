#include <string>

#include "scenarios/import/neox/neox_mlp.hpp"
#include "tests/scenarios/import/importing.hpp"

namespace scenarios::test {
namespace {

const std::string shape =
    "\"num_layers\": 4, \"hidden_size\": 64, \"num_attention_heads\": 4, \"seq_length\": 32,\n"
    "\"max_position_embeddings\": 32, \"train_micro_batch_size_per_gpu\": 1,\n";

ImportResult neox(const std::string& keys, const ImportWishes& wishes = {}) {
  return import_texts({{"a.yml", "{\n" + shape + keys + "}\n"}}, wishes);
}

// Case C03: 50277 rows, padded to multiples of 128 t.
TEST(Neox, PadsTheVocabularyByTensorSize) {
  for (const auto& [t, rows] :
       {std::pair{1, "50,304"}, std::pair{2, "50,432"}, std::pair{4, "50,688"}}) {
    const ImportResult result =
        neox("\"tokenizer_type\": \"HFTokenizer\", \"model_parallel_size\": " + std::to_string(t));
    EXPECT_TRUE(says(count_lines(result), std::string("padded to ") + rows)) << t;
    EXPECT_EQ(read_back(result).plan.model.vocabulary, 50277);
  }
}

// Case C15
TEST(Neox, TakesHyphensForUnderscores) {
  const ImportResult same = neox("\"pipe-parallel-size\": 2,\n\"pipe_parallel_size\": 2,");
  EXPECT_EQ(read_back(same).plan.mesh.pp, 2);
  const std::string faults =
      faults_text(neox("\"pipe-parallel-size\": 2,\n\"pipe_parallel_size\": 4,"));
  EXPECT_NE(faults.find("a.yml:5: pipe_parallel_size: is given twice: 4 here, 2 in line 4"),
            std::string::npos)
      << faults;
  const Scenario loose = read_back(
      neox("# a comment\n\"zero_optimization\": {\"stage\": 1, \"reduce_scatter\": False,},\n"));
  EXPECT_EQ(value_of<std::int64_t>(loose, "zero.stage"), 1);
  EXPECT_FALSE(value_of<bool>(loose, "zero.reduce_scatter"));
}

// Case C17: no pipeline, 4 ranks on 2 tensor ranks.
TEST(Neox, TakesNoStagesForOne) {
  const Scenario scenario = read_back(
      neox("\"pipe_parallel_size\": 0, \"model_parallel_size\": 2, \"global_num_gpus\": 4"));
  EXPECT_EQ(scenario.plan.mesh.pp, 1);
  EXPECT_EQ(scenario.plan.mesh.tp, 2);
  EXPECT_EQ(scenario.plan.mesh.dp, 2);
}

// Case C19
TEST(Neox, TakesAThirdOfAGatedWidth) {
  EXPECT_EQ(neox_widths(86016, 256, true).last, 28672);
  EXPECT_TRUE(neox_widths(86016, 256, true).fit(true));
  EXPECT_EQ(neox_widths(32768, 256, true).last, 11008);
  EXPECT_TRUE(neox_widths(32768, 256, true).fit(true));
  EXPECT_EQ(neox_widths(14336, 1, true).first, 9558);
  EXPECT_EQ(neox_widths(14336, 1, true).last, 4778);
  EXPECT_FALSE(neox_widths(14336, 1, true).fit(true));
  EXPECT_TRUE(neox_widths(43008, 1, true).fit(true));
  EXPECT_EQ(neox_widths(43008, 1, true).last, 14336);
  const ImportResult mistral = import_published({"neox/mistral-7B.yml"});
  EXPECT_TRUE(says(mistral.imported.contradictions, "4779 columns, and a last one of 4778"));
  EXPECT_NE(faults_text(mistral).find("mistral-7B.yml:9"), std::string::npos);
}

// Case C25: one boolean, for recomputing all; its interval is told where it is not 1.
TEST(Neox, TakesCheckpointingForFullRecomputation) {
  EXPECT_EQ(value_of<std::string>(read_back(neox("\"checkpoint_activations\": True")), "recompute"),
            "full");
  EXPECT_EQ(value_of<std::string>(read_back(neox("")), "recompute"), "none");
  const ImportResult two = neox("\"checkpoint_activations\": true, \"checkpoint_num_layers\": 2");
  EXPECT_NE(missing_text(two).find("checkpoints of several layers"), std::string::npos);
}

TEST(Neox, HasDefaultsOfItsOwn) {
  const Scenario scenario = read_back(neox(""));
  EXPECT_TRUE(scenario.plan.model.tied_embedding);
  EXPECT_FALSE(scenario.plan.model.block.parallel_residual);
  EXPECT_EQ(scenario.plan.model.block.position_embedding, sim::PositionEmbedding::learned_absolute);
  EXPECT_EQ(scenario.plan.model.padded_vocabulary, 50304);
  EXPECT_EQ(value_of<std::vector<double>>(scenario, "optimizer.betas"),
            (std::vector<double>{0.9, 0.999}));
}

// Biases of MLP and attention are two keys, both true by default.
TEST(Neox, CountsBiasesOfOneKind) {
  const auto count = [](const std::string& keys) {
    return count_lines(neox("\"make_vocab_size_divisible_by\": 1, " + keys)).at(0);
  };
  // (50257 + 32) 64 + 4 (12*64*64 + 13*64) + 2*64
  EXPECT_EQ(count(""), "parameters 3,418,560");
  EXPECT_EQ(count("\"use_bias_in_mlp\": false"), "parameters 3,417,280");          // 5*64 a layer
  EXPECT_EQ(count("\"use_bias_in_attn_linear\": false"), "parameters 3,417,536");  // 4*64 a layer
  EXPECT_EQ(count("\"use_bias_in_norms\": false"), "parameters 3,417,984");        // 9 norms
}

TEST(Neox, MergesItsFilesInOrder) {
  const ImportResult result =
      import_published({"neox/125M.yml", "neox/local_setup.yml", "neox/sparse.yml"});
  EXPECT_EQ(read_partial(result).plan.model.layers, 12);
  EXPECT_NE(missing_text(result).find("'local' attention"), std::string::npos);
  const ImportResult replaced =
      import_texts({{"a.yml", "{" + shape + "\"model_parallel_size\": 1}"},
                    {"b.yml", "model-parallel-size: 2\n"}});
  EXPECT_EQ(read_back(replaced).plan.mesh.tp, 2);
  EXPECT_TRUE(says(replaced.imported.contradictions, "model_parallel_size: 1 is replaced by 2 of"));
}

// Layers that are no dense blocks are not counted as such.
TEST(Neox, CountsNoLayersThatItDoesNotKnow) {
  for (const char* keys :
       {"\"attention_config\": [[[\"mamba\"], 4]]", "\"moe_num_experts\": 8",
        "\"attention_config\": [[[\"global\", \"gmlp\"], 2]]", "\"num_unique_layers\": 2",
        "\"pos_emb\": \"rpe\"", "\"norm\": \"scalenorm\"", "\"opt_pos_emb_offset\": 2"}) {
    const ImportResult result = neox(keys);
    EXPECT_TRUE(count_lines(result).empty()) << keys;
    EXPECT_TRUE(import_report(result).starts_with("parameters: not determined: ")) << keys;
    EXPECT_NE(missing_text(result), "") << keys;
  }
  EXPECT_FALSE(count_lines(neox("\"moe_num_experts\": 1")).empty());
}

TEST(Neox, TellsAttentionOfOtherKinds) {
  EXPECT_NE(missing_text(neox("\"attention-config\": [[[\"flash\"], 4]]")).find("flash attention"),
            std::string::npos);
  EXPECT_EQ(missing_text(neox("\"attention_config\": [[[\"global\"], 4]]")), "");
  EXPECT_NE(
      refusals_text(neox("\"attention_config\": [[[\"flsh\"], 4]]")).find("'flsh' is no kind"),
      std::string::npos);
  EXPECT_EQ(missing_text(neox("\"sliding_window_width\": 32")), "");
  EXPECT_NE(missing_text(neox("\"sliding_window_width\": 31")).find("within 31 positions"),
            std::string::npos);
}

TEST(Neox, TellsOtherPartitionsOfThePipeline) {
  const std::string two = "\"pipe_parallel_size\": 2, \"pipe_partition_method\": ";
  EXPECT_EQ(missing_text(neox(two + "\"type:transformer|mlp\"")), "");
  EXPECT_EQ(missing_text(neox("\"pipe_partition_method\": \"parameters\"")), "");
  const ImportResult other = neox(two + "\"parameters\"");
  EXPECT_NE(missing_text(other).find("--set parallel.num_layers_per_stage="), std::string::npos);
  const ImportResult set = neox(
      two + "\"parameters\"", {.overrides = {"parallel.num_layers_per_stage=[1,3]"}, .ranks = {}});
  EXPECT_EQ(read_back(set).plan.mesh.pp, 2);
}

TEST(Neox, ReadsItsOwnNamesOfZeroAndRanks) {
  const Scenario scenario = read_back(
      neox("\"zero_stage\": 1, \"zero_reduce_scatter\": false, \"zero_reduce_bucket_size\": 1000,\n"
           "\"num_nodes\": 2, \"num_gpus\": 4, \"expansion_factor\": 3"));
  EXPECT_EQ(value_of<std::int64_t>(scenario, "zero.stage"), 1);
  EXPECT_EQ(value_of<std::int64_t>(scenario, "zero.reduce_bucket_size"), 1000);
  EXPECT_FALSE(value_of<bool>(scenario, "zero.reduce_scatter"));
  EXPECT_EQ(scenario.plan.mesh.dp, 8);
  EXPECT_EQ(scenario.plan.model.ffn_hidden, 192);
}

TEST(Neox, SuggestsWhatIsNear) {
  const ImportResult result = neox("\"modle_parallel_size\": 2, \"hidden_sise\": 64");
  EXPECT_TRUE(says(result.imported.unknown, "(nearest known: model_parallel_size)"));
  EXPECT_TRUE(says(result.imported.unknown, "(nearest known: hidden_size)"));
}

TEST(Neox, ReadsEightBitStatesAndBfloat16) {
  EXPECT_EQ(
      value_of<std::string>(read_back(import_published({"neox/bnb_125M.yml"})), "optimizer.type"),
      "adamw8bit");
  EXPECT_EQ(
      value_of<std::string>(read_partial(import_published({"neox/pythia-1B.yml"})), "precision"),
      "mixed_bf16");
}

}  // namespace
}  // namespace scenarios::test
