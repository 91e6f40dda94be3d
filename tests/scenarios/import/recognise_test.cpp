// Which format a file is of: by keys that only that format has, and what is said where none or two
// fit. Beside each other, what a file states beats what another tool would assume.
#include "scenarios/import/recognise.hpp"

#include <algorithm>
#include <random>
#include <string>

#include "scenarios/commands/command_line.hpp"
#include "tests/scenarios/import/configs.hpp"
#include "tests/scenarios/import/importing.hpp"

namespace scenarios::test {
namespace {

using Texts = std::vector<std::pair<std::string, std::string>>;

const std::string axolotl =
    "base_model: Qwen/Qwen3-8B\nmodel_type: AutoModelForCausalLM\nload_in_8bit: false\n"
    "datasets:\n  - path: a\n    type: alpaca\nsequence_len: 2048\ntensor_parallel_size: 2\n"
    "context_parallel_size: 2\ndp_shard_size: 2\nmicro_batch_size: 1\n"
    "gradient_accumulation_steps: 4\noptimizer: adamw_torch\nbf16: true\nfsdp_config:\n"
    "  fsdp_version: 2\n  offload_params: false\nsave_steps: 10\nlearning_rate: 1e-4\n";
const std::string olmo =
    "run_name: OLMo-1B\nseed: 6198\nmodel:\n  d_model: 2048\n  n_heads: 16\n  n_layers: 16\n"
    "  mlp_ratio: 8\n  vocab_size: 50280\noptimizer:\n  name: adamw\n  learning_rate: 4.0e-4\n"
    "global_train_batch_size: 2048\ndevice_train_microbatch_size: 8\nprecision: amp_bf16\n"
    "fsdp:\n  wrapping_strategy: null\n  precision: mixed\n";
const std::string nemo =
    "trainer:\n  devices: 8\n  num_nodes: 1\n  precision: bf16\nexp_manager:\n  name: gpt\nmodel:\n"
    "  micro_batch_size: 4\n  global_batch_size: 8\n  tensor_model_parallel_size: 2\n"
    "  num_layers: 12\n  hidden_size: 768\n  num_attention_heads: 12\n";

std::string faults_of(const std::string& name, const std::string& text,
                      const std::optional<std::string>& format = {}) {
  return faults_text(
      import_texts({{name, text}}, {.overrides = {}, .ranks = {}, .format = format}));
}

TEST(Recognise, KnowsWhatIsOfNoFormat) {
  for (const std::string& text : {axolotl, olmo, nemo, std::string("{a: 1}\n")}) {
    const std::string faults = faults_of("a.yaml", text);
    EXPECT_NE(faults.find("a.yaml: is of no format that is read"), std::string::npos) << faults;
    EXPECT_NE(faults.find("--format NAME"), std::string::npos);
    EXPECT_NE(faults.find(format_names().substr(0, 12)), std::string::npos);
  }
  // beside a model's config nothing is written of the config alone
  const ImportResult beside =
      import_texts({{"a.yaml", axolotl}, {"config.json", qwen3_8b}}, {.overrides = {}, .ranks = 8});
  EXPECT_EQ(beside.faults.size(), 1U) << faults_text(beside);
}

TEST(Recognise, KnowsAScenario) {
  EXPECT_NE(faults_of("s.yaml", "model: {num_layers: 2, hidden_size: 8}\nzero: {stage: 1}\n")
                .find("is a scenario already"),
            std::string::npos);
  EXPECT_EQ(faults_of("s.yaml", nemo).find("is a scenario already"), std::string::npos);
}

TEST(Recognise, TakesDeepSpeedsKeysAloneForDeepSpeeds) {
  const ImportResult result =
      import_texts({{"a.yaml", "zero_optimization: {stage: 3}\n"}, {"config.json", gpt2_small}},
                   {.overrides = {}, .ranks = 2});
  EXPECT_TRUE(says(result.imported.sources, "a.yaml: DeepSpeed config"));
  EXPECT_EQ(count_lines(result), std::vector<std::string>{"parameters 124,439,808"});
  EXPECT_EQ(value_of<std::int64_t>(read_back(result), "zero.stage"), 3);
  // GPT-NeoX's files hold the same keys beside their own
  const ImportResult neox =
      import_texts({{"a.yaml", "zero_optimization: {stage: 1}\npipe_parallel_size: 1\n"}});
  EXPECT_TRUE(says(neox.imported.sources, "GPT-NeoX config")) << faults_text(neox);
}

TEST(Recognise, AsksWhereTwoFit) {
  const std::string shape =
      "num_layers: 2\nhidden_size: 64\nnum_attention_heads: 4\nseq_length: 32\n";
  const std::string faults = faults_of("a.yaml", shape);
  EXPECT_NE(faults.find("may be of more than one format: neox (num_layers+hidden_size"),
            std::string::npos)
      << faults;
  const auto named = [&shape](const char* name) {
    return import_texts({{"a.yaml", shape}}, {.overrides = {}, .ranks = {}, .format = name});
  };
  EXPECT_TRUE(says(named("neox").imported.sources, "GPT-NeoX config"));
  EXPECT_TRUE(says(named("megatron").imported.sources, "Megatron-LM arguments"));
}

// The name is for the file that cannot be told, or for the only one.
TEST(Recognise, GivesTheNameToTheFileThatNeedsIt) {
  const std::string few = "optimizer: {params: {lr: 1.0e-4}}\nmine: 1\n";
  const ImportResult result = import_texts({{"config.json", gpt2_small}, {"a.yaml", few}},
                                           {.overrides = {}, .ranks = {}, .format = "deepspeed"});
  EXPECT_TRUE(says(result.imported.sources, "a.yaml: DeepSpeed config")) << faults_text(result);
  EXPECT_TRUE(says(result.imported.sources, "config.json: Hugging Face config"));
  const std::string unneeded = faults_text(import_texts(
      {{"config.json", gpt2_small}, {"a.json", R"({"zero_optimization": {"stage": 1}})"}},
      {.overrides = {}, .ranks = {}, .format = "neox"}));
  EXPECT_NE(unneeded.find("--format neox: each file has keys of another format"),
            std::string::npos);
  const auto parsed = [](std::vector<const char*> words) {
    return parse_command_line(static_cast<int>(words.size()), words.data());
  };
  const auto wrong = parsed({"shardscope", "import", "a.yaml", "--format", "nemo"});
  ASSERT_TRUE(std::holds_alternative<Finished>(wrong));
  EXPECT_EQ(std::get<Finished>(wrong).status, 2);
  EXPECT_NE(std::get<Finished>(wrong).text.find("nemo is no format that is read; formats: "
                                                "hugging-face, deepspeed"),
            std::string::npos)
      << std::get<Finished>(wrong).text;
  const auto right = parsed({"shardscope", "import", "a.yaml", "--format", "neox"});
  ASSERT_TRUE(std::holds_alternative<Options>(right));
  EXPECT_EQ(std::get<Options>(right).format, "neox");
}

// A tool's arguments without a model say nothing of the model's kind, in either order.
TEST(Precedence, LeavesTheFamilyToTheFileThatStatesIt) {
  const Texts tools = {
      {"a.args", "--micro-batch-size 1 --global-batch-size 8 --bf16 --use-distributed-optimizer\n"},
      {"o.yml",
       "{\"data_path\": \"a\", \"vocab_file\": \"b\", \"merge_file\": \"c\",\n"
       "\"checkpoint_factor\": 100}\n"},
      {"t.toml", "[training]\nlocal_batch_size = 1\nseq_len = 128\n"}};
  for (const auto& tool : tools) {
    SCOPED_TRACE(tool.first);
    const Texts forward = {tool, {"config.json", qwen2_5_half_b}};
    const Texts backward = {{"config.json", qwen2_5_half_b}, tool};
    for (const Texts& texts : {forward, backward}) {
      const ImportResult result = import_texts(texts, {.overrides = {}, .ranks = 8});
      EXPECT_EQ(count_lines(result).at(0), "parameters 494,032,768") << import_report(result);
      EXPECT_EQ(result.imported.draft.get<double>("model.layernorm_epsilon"), 1e-6);
      EXPECT_FALSE(says(result.imported.notes, "vocab_size"));
    }
  }
}

// What the tool does state still counts, and contradicts.
TEST(Precedence, HoldsStatementsAgainstEachOther) {
  const ImportResult same =
      import_texts({{"a.args",
                     "--micro-batch-size 1 --num-layers 24 --swiglu --attention-dropout "
                     "0.2 --bf16\n"},
                    {"config.json", qwen2_5_half_b}});
  EXPECT_EQ(count_lines(same).at(0), "parameters 494,032,768") << import_report(same);
  EXPECT_EQ(same.imported.draft.get<double>("model.attention_dropout"), 0.2);
  EXPECT_EQ(same.imported.draft.get<double>("model.hidden_dropout"), 0.1);  // Megatron's own
  const std::string other = faults_text(import_texts(
      {{"a.args", "--num-layers 12 --micro-batch-size 1\n"}, {"config.json", qwen2_5_half_b}}));
  EXPECT_NE(other.find("model.num_layers 24 against 12"), std::string::npos) << other;
}

// Any two published files, in both orders: the same count or the same refusal, and the family of a
// config is never that of the tool's file.
TEST(Precedence, DoesNotDependOnTheOrderOfFiles) {
  const std::vector<std::string> files = {"hf/gpt2.json",
                                          "hf/gemma.json",
                                          "hf/Qwen--Qwen3-0.6B.json",
                                          "deepspeed/zero2.json",
                                          "deepspeed/ds_z3.json",
                                          "neox/local_setup.yml",
                                          "neox/pythia-14M.yml",
                                          "neox/sparse.yml",
                                          "megatron/sc21_table1_76B.args",
                                          "torchtitan/llama3_8b.toml",
                                          "native/gpt2-xl.json",
                                          "native/picotron.json",
                                          "megatron/llama3_8b_h100_fp8.args"};
  for (const std::string& one : files) {
    for (const std::string& other : files) {
      const auto folder = [](const std::string& file) { return file.substr(0, file.find('/')); };
      if (one >= other || folder(one) == folder(other)) continue;
      SCOPED_TRACE(one + " and " + other);
      const ImportResult forward = import_published({one, other}, {.overrides = {}, .ranks = 64});
      const ImportResult backward = import_published({other, one}, {.overrides = {}, .ranks = 64});
      EXPECT_EQ(count_lines(forward), count_lines(backward));
      EXPECT_EQ(forward.faults.size(), backward.faults.size());
      const bool is_config = one.starts_with("hf/") != other.starts_with("hf/");
      if (!is_config || !forward.faults.empty()) continue;
      const std::string config = one.starts_with("hf/") ? one : other;
      const ImportResult alone = import_published({config}, {.overrides = {}, .ranks = 64});
      for (const char* key :
           {"model.normalization", "model.gated_linear_unit", "model.position_embedding_type",
            "model.layernorm_epsilon", "model.architecture", "model.tie_word_embeddings"}) {
        const std::optional<Value> value = forward.imported.draft.find(key);
        const std::optional<Value> expected = alone.imported.draft.find(key);
        if (!expected) {
          EXPECT_TRUE(!value || forward.imported.draft.origin_of(key) != nullptr) << key;
        } else {
          EXPECT_TRUE(value && *value == *expected) << key;
        }
      }
    }
  }
}

}  // namespace
}  // namespace scenarios::test
