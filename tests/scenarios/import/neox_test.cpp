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
  EXPECT_TRUE(says(two.imported.notes, "a checkpoint every 2 layers"));
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
  EXPECT_EQ(read_back(result).plan.model.layers, 12);
  EXPECT_TRUE(says(result.imported.notes, "'local' attention is not computed"));
  const ImportResult replaced =
      import_texts({{"a.yml", "{" + shape + "\"model_parallel_size\": 1}"},
                    {"b.yml", "model-parallel-size: 2\n"}});
  EXPECT_EQ(read_back(replaced).plan.mesh.tp, 2);
  EXPECT_TRUE(says(replaced.imported.contradictions, "model_parallel_size: 1 is replaced by 2 of"));
}

TEST(Neox, ReadsEightBitStatesAndBfloat16) {
  EXPECT_EQ(
      value_of<std::string>(read_back(import_published({"neox/bnb_125M.yml"})), "optimizer.type"),
      "adamw8bit");
  EXPECT_EQ(value_of<std::string>(read_back(import_published({"neox/pythia-1B.yml"})), "precision"),
            "mixed_bf16");
}

}  // namespace
}  // namespace scenarios::test
