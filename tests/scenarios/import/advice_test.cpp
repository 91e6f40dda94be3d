// What a refusal advises is done, and the refusal must be gone.
#include <filesystem>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "tests/scenarios/import/importing.hpp"

namespace scenarios::test {
namespace {

namespace fs = std::filesystem;

struct Input {
  std::vector<fs::path> files;
  std::vector<std::string> overrides{};
};

// A value for a scenario key that advice leaves open; four layers on two stages where it matters.
const std::map<std::string, std::string> samples{
    {"model.vocab_size", "256000"},
    {"model.seq_length", "16"},
    {"model.activation_func", "silu"},
    {"model.position_embedding_type", "none"},
    {"model.hidden_size", "512"},
    {"optimizer.type", "adamw"},
    {"precision", "mixed_bf16"},
    {"recompute", "full"},
    {"parallel.num_layers_per_stage", "[1,3]"},
    {"parallel.pipeline_model_parallel_size", "2"},
};

std::vector<std::string> refusals_of(const ImportResult& result) {
  std::vector<std::string> refusals;
  for (const auto* list : {&result.faults, &result.imported.obstacles, &result.imported.missing}) {
    for (const Fault& fault : *list) refusals.push_back(fault.text());
  }
  return refusals;
}

int follow_advice(const Input& input) {
  const ImportResult first = import_files(input.files, {.overrides = input.overrides, .ranks = {}});
  const std::regex advice("--set ([a-z_.0-9]+)=([^ ;,]*)");
  int followed = 0;
  for (const std::string& refusal : refusals_of(first)) {
    for (std::sregex_iterator at(refusal.begin(), refusal.end(), advice), end; at != end; ++at) {
      const std::string key = (*at)[1];
      const std::string value = (*at)[2];
      const bool is_open = value == "..." || value == "N" || value == "[...]";
      const auto sample = samples.find(key);
      if (is_open && sample == samples.end()) {
        ADD_FAILURE() << "no value for " << key << " in: " << refusal;
        continue;
      }
      std::vector<std::string> overrides = input.overrides;
      overrides.push_back(key + "=" + (is_open ? sample->second : value));
      const ImportResult second = import_files(input.files, {.overrides = overrides, .ranks = {}});
      EXPECT_FALSE(says(refusals_of(second), refusal)) << overrides.back() << "\n" << refusal;
      ++followed;
    }
  }
  return followed;
}

TEST(Advice, OfThePublishedFilesHelps) {
  const fs::path folder = project_folder() / "tests/scenarios/import/files";
  int followed = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    SCOPED_TRACE(entry.path().string());
    followed += follow_advice({.files = {entry.path()}});
  }
  EXPECT_GE(followed, 2);
}

TEST(Advice, OfRefusedKeysHelps) {
  const std::string megatron =
      "--num-layers 4 --hidden-size 64 --num-attention-heads 4 --seq-length 32 --micro-batch-size "
      "1 "
      "--max-position-embeddings 32 --pipeline-model-parallel-size 2 ";
  const std::string neox =
      "num_layers: 4\nhidden_size: 64\nnum_attention_heads: 4\nseq_length: 32\n"
      "max_position_embeddings: 32\npipe_parallel_size: 2\n";
  const TemporaryFolder folder;
  for (const std::string rest :
       {"--optimizer muon", "--position-embedding-type alibi",
        "--recompute-granularity full --recompute-method block --recompute-num-layers 1",
        "--recompute-activations --recompute-modules mlp",
        "--pipeline-model-parallel-layout Etttt|L", "--tokenizer-type HuggingFaceTokenizer"}) {
    SCOPED_TRACE(rest);
    EXPECT_GE(follow_advice({.files = {folder.write("a.args", megatron + rest)}}), 1);
  }
  for (const std::string rest :
       {"optimizer: {\"type\": \"Lamb\"}", "pipe_partition_method: parameters",
        "sliding_window_width: 16", "activation: reglu", "optimizer_type: sm3",
        "checkpoint_activations: true\ncheckpoint_num_layers: 2"}) {
    SCOPED_TRACE(rest);
    EXPECT_GE(follow_advice({.files = {folder.write("a.yml", neox + rest + "\n")}}), 1);
  }
}

}  // namespace
}  // namespace scenarios::test
