// What is common to all formats: recognising them, several files together, --set, what is written.
#include <string>

#include "tests/scenarios/import/importing.hpp"

namespace scenarios::test {
namespace {

const std::string gpt2 = R"({"model_type": "gpt2", "n_layer": 4, "n_embd": 64, "n_head": 4,
"vocab_size": 128, "n_positions": 32})";

// P of T0: 210,304.
TEST(ImportFiles, CountT0) {
  EXPECT_EQ(count_lines(import_texts({{"config.json", gpt2}})),
            std::vector<std::string>{"parameters 210,304"});
}

TEST(ImportFiles, AreRecognisedByTheirKeys) {
  const auto source = [](const char* name) { return import_published({name}).imported.sources; };
  EXPECT_TRUE(says(source("hf/gpt2.json"), "Hugging Face config of gpt2"));
  EXPECT_TRUE(says(source("deepspeed/zero2.json"), "DeepSpeed config"));
  EXPECT_TRUE(says(source("neox/125M.yml"), "GPT-NeoX config"));
  EXPECT_TRUE(says(source("megatron/sc21_table1_1T.args"), "Megatron-LM arguments"));
  EXPECT_TRUE(says(source("megatron/gpt3_15b_8t_release.yaml"), "Megatron-LM arguments"));
  EXPECT_TRUE(says(source("torchtitan/llama3_8b.toml"), "torchtitan job"));
  EXPECT_TRUE(says(source("native/picotron.json"), "Picotron config"));
  EXPECT_TRUE(says(source("native/config_671B.json"), "DeepSeek's own config"));
  EXPECT_TRUE(says(source("native/gpt2-xl.json"), "model summary of gpt2"));
  for (const char* text : {"{\"a\": 1}", "[]", "{", ""}) {
    EXPECT_NE(faults_text(import_texts({{"x.json", text}})), "") << text;
  }
  EXPECT_NE(faults_text(import_texts({{"s.yaml", "model: {num_layers: 2}\n"}}))
                .find("is a scenario already"),
            std::string::npos);
  EXPECT_NE(faults_text(import_texts({{"bare", gpt2}})), "no file");
  EXPECT_EQ(count_lines(import_texts({{"bare", gpt2}})).at(0), "parameters 210,304");
}

// A file that names a model is changed by nothing, and changes the model's own config.
TEST(ImportFiles, TakePicotronsShapeFromTheNamedModel) {
  const ImportResult result = import_published({"hf/llama_60m.json", "native/picotron.json"});
  EXPECT_NE(missing_text(result).find("use_flash_attention"), std::string::npos);
  const Scenario scenario = read_partial(result);
  EXPECT_EQ(scenario.plan.model.layers, 16);  // 8 in the config
  EXPECT_EQ(scenario.plan.model.heads, 16);
  EXPECT_EQ(scenario.plan.model.kv_heads, 4);
  EXPECT_EQ(scenario.plan.model.hidden, 512);
  EXPECT_EQ(scenario.plan.model.sequence_length, 1024);
  EXPECT_EQ(scenario.plan.micro_batch_size, 32);
  EXPECT_TRUE(says(result.imported.contradictions, "model.num_layers 8 against 16"));
}

// GPT-J has no table of positions and one norm a layer, which a summary does not say.
TEST(ImportFiles, CountNoSummaryOfAnotherFamily) {
  const ImportResult result = import_texts({{"gptj.json", R"({"model_type": "gptj", "name": "gpt-j",
"num_layers": 28, "n_head": 16, "hidden_dim": 4096, "ffn_embed_dim": 16384, "vocab_size": 50400,
"max_seq_len": 2048})"}});
  EXPECT_TRUE(count_lines(result).empty());
  EXPECT_TRUE(import_report(result).starts_with("parameters: not determined: "))
      << import_report(result);
  EXPECT_NE(faults_text(result).find("a summary of 'gptj' is not supported"), std::string::npos);
}

TEST(ImportFiles, RefuseToChooseBetweenTwoModels) {
  const std::string faults = faults_text(import_published({"hf/llama_60m.json", "neox/125M.yml"}));
  EXPECT_NE(faults.find("model.hidden_size 512 against 768"), std::string::npos) << faults;
  EXPECT_NE(faults.find("give --set model.hidden_size="), std::string::npos);
}

TEST(ImportFiles, LetOverridesWin) {
  const ImportResult result =
      import_texts({{"config.json", gpt2}},
                   {.overrides = {"model.num_layers=2", "training.global_batch_size=6",
                                  "parallel.data_parallel_size=3", "hardware.memory_bytes=80e9",
                                  "hardware.bandwidth_bytes_per_second.tp=300e9",
                                  "hardware.latency_seconds=5e-6", "about=it's a test"},
                    .ranks = {}});
  const Scenario scenario = read_back(result);
  EXPECT_EQ(scenario.plan.model.layers, 2);
  EXPECT_EQ(scenario.plan.global_batch_size, 6);
  EXPECT_EQ(scenario.plan.mesh.dp, 3);
  EXPECT_EQ(scenario.about, "it's a test");
  EXPECT_EQ(value_of<double>(scenario, "hardware.latency_seconds"), 5e-6);
  EXPECT_TRUE(says(result.imported.contradictions, "model.num_layers 4 against 2 of --set"));
  EXPECT_THROW(
      import_texts({{"config.json", gpt2}}, {.overrides = {"model.layers=2"}, .ranks = {}}),
      BadInput);
}

TEST(ImportFiles, HoldRanksAgainstTheLayout) {
  const std::string faults = faults_text(
      import_texts({{"config.json", gpt2}},
                   {.overrides = {"parallel.tensor_model_parallel_size=4"}, .ranks = 6}));
  EXPECT_NE(faults.find("--ranks 6: ranks: 6 ranks are no multiple"), std::string::npos) << faults;
  EXPECT_NE(faults_text(import_texts({{"config.json", gpt2}},
                                     {.overrides = {"parallel.data_parallel_size=4"}, .ranks = 6}))
                .find("6 ranks against data_parallel_size 4"),
            std::string::npos);
}

// Each key of a file is in one of the lists.
TEST(ImportFiles, ForgetNoKey) {
  const ImportResult result = import_published({"hf/Mistral-7B-Instruct-v0.3.json"});
  const Imported& imported = result.imported;
  // 70 keys of the first level, of which two hold objects of two keys each
  EXPECT_EQ(imported.used.size() + imported.ignored.size() + imported.unknown.size(), 72U);
  EXPECT_TRUE(says(imported.used, ":2: hidden_size -> model.hidden_size 4096"));
  EXPECT_TRUE(says(imported.ignored, ":2: temperature"));
}

TEST(ImportFiles, SayWhereEachValueIsFrom) {
  const std::string text = scenario_text(import_texts({{"config.json", gpt2}}));
  EXPECT_NE(text.find("config.json:2\n"), std::string::npos);
  EXPECT_NE(text.find("  micro_batch_size: 1  # default\n"), std::string::npos) << text;
}

// The largest sizes that a key takes overflow nothing.
TEST(ImportFiles, RefuseWhatIsTooLarge) {
  const std::string faults = faults_text(import_texts({{"config.json", R"({"model_type": "opt",
"num_hidden_layers": 2147483647, "hidden_size": 2147483647, "num_attention_heads": 1,
"ffn_dim": 2147483647, "vocab_size": 2147483647, "max_position_embeddings": 9223372036854775807,
"word_embed_proj_dim": 2147483647})"}}));
  EXPECT_NE(faults.find("at most 2^53"), std::string::npos) << faults;
  EXPECT_NE(faults_text(import_texts({{"a.yml", R"({"num_layers": 2147483647, "hidden_size": 4,
"num_attention_heads": 1, "seq_length": 4, "pipe_parallel_size": 2147483647})"}}))
                .find("2147483647 stages of 1 virtual stages are too many; at most 1000000"),
            std::string::npos);
  EXPECT_NE(faults.find("max_position_embeddings: is 9"), std::string::npos) << faults;
  EXPECT_NE(faults_text(import_texts({{"config.json", R"({"model_type": "mixtral",
"num_hidden_layers": 99999999})"}}))
                .find("num_hidden_layers: is no size"),
            std::string::npos);
}

TEST(ImportFiles, CollectFaultsOfAllFiles) {
  const std::string faults = faults_text(import_texts(
      {{"a.json", "{\n\"x\" 1}"}, {"b.toml", "[model\n"}, {"c.yml", "{\"num_layers\": [}\n"}}));
  EXPECT_NE(faults.find("a.json:2: is not JSON"), std::string::npos);
  EXPECT_NE(faults.find("b.toml:1: is not TOML"), std::string::npos);
  EXPECT_NE(faults.find("c.yml:1: is not YAML"), std::string::npos) << faults;
  EXPECT_NE(faults_text(import_texts({{"a.json", "{\"fp16\": 1e999}"}})).find("number overflow"),
            std::string::npos);
  EXPECT_NE(faults_text(import_texts({{"c.yml", "{\"num_layers\": 2},\n\"a\": 1}\n"}}))
                .find("c.yml:1: is not YAML: what follows the document is none"),
            std::string::npos);
}

}  // namespace
}  // namespace scenarios::test
