// Configuration files as people publish them (files/, unchanged), against the counts given with
// their weights or derived by hand in the index that came with them.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "scenarios/judge/check.hpp"
#include "scenarios/judge/quantities.hpp"
#include "scenarios/packs/catalogue.hpp"
#include "tests/scenarios/import/importing.hpp"

namespace scenarios::test {
namespace {

struct Row {
  const char* file;
  std::vector<const char*> counts;  // lines of the report
  std::vector<std::string> overrides{};
};

void expect_counts(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    const ImportResult result =
        import_published({row.file}, {.overrides = row.overrides, .ranks = {}});
    const std::vector<std::string> lines = count_lines(result);
    for (const char* count : row.counts) {
      EXPECT_TRUE(says(lines, count)) << row.file << ": " << count << "\n" << import_report(result);
    }
    EXPECT_TRUE(result.imported.unknown.empty()) << import_report(result);
  }
}

TEST(PublishedFiles, OfHuggingFaceHaveTheirCounts) {
  expect_counts({
      {"hf/gpt2.json", {"parameters 774,030,080"}},
      {"hf/phi-1.json", {"parameters 1,414,562,935"}},
      {"hf/phi-1.json", {"parameters 1,418,270,720"}, {"model.vocab_size=51200"}},
      {"hf/Llama-3.2-1B-Instruct.json", {"parameters 1,235,814,400"}},
      {"hf/Llama-3.1-70B.json", {"parameters 70,553,706,496"}},
      {"hf/Mistral-7B-Instruct-v0.3.json", {"parameters 7,248,023,552"}},
      {"hf/Qwen--Qwen3-0.6B.json", {"parameters 596,049,920"}},
      {"hf/Qwen--Qwen3-0.6B.json", {"parameters 751,632,384"}, {"model.tie_word_embeddings=false"}},
      {"hf/gemma.json", {"parameters 1,852,631,040"}},
      {"hf/gemma.json", {"parameters 2,163,795,968"}, {"model.tie_word_embeddings=false"}},
      {"hf/gpt-j-6B.json", {"parameters 6,050,882,784"}},
      {"hf/llama_60m.json", {"parameters 58,073,600"}},
      {"hf/llama_7b.json", {"parameters 6,738,415,616"}},
      {"hf/mistralai--Mixtral-8x22B-v0.1.json",
       {"parameters 140,620,634,112", "active for one token 39,152,031,744"}},
      {"hf/deepseek-ai--DeepSeek-V3.json",
       {"parameters 671,026,419,200", "active for one token 37,552,297,472"}},
      {"hf/openai--gpt-oss-20b.json", {"parameters 20,914,757,184"}},
  });
}

TEST(PublishedFiles, OfOtherFormsHaveTheirCounts) {
  expect_counts({
      {"native/config_671B.json", {"parameters 671,026,404,352"}},
      {"native/gpt2-xl.json", {"parameters 1,557,611,200"}},
      {"megatron/llama3_8b_h100_fp8.args", {"parameters 8,030,261,248"}},
      {"megatron/sc21_table1_76B.args", {"padded parameters 76,050,739,200"}},
      {"megatron/sc21_table1_1T.args", {"padded parameters 1,008,038,758,400"}},
      {"megatron/gpt3_15b_8t_release.yaml",
       {"parameters 15,628,775,424"},
       {"model.vocab_size=256000"}},
      {"torchtitan/llama3_8b.toml", {"parameters 8,030,261,248"}},
      {"torchtitan/llama3_70b.toml", {"parameters 70,553,706,496"}},
      // 2*32000*256 + 8 (4*256*256 + 3*256*768 + 2*256) + 256: width 768 = 2*1024/3 up to 256
      {"torchtitan/debug_model.toml", {"parameters 23,204,096"}},
  });
}

TEST(PublishedFiles, OfNeoxHaveTheirCounts) {
  expect_counts({
      {"neox/pythia-14M.yml", {"padded parameters 14,067,712"}},
      {"neox/pythia-160M.yml", {"padded parameters 162,322,944"}},
      {"neox/pythia-1B.yml", {"padded parameters 1,011,781,632"}},
      {"neox/pythia-12B.yml", {"padded parameters 11,846,072,320", "padded to 50,688"}},
      {"neox/125M.yml", {"padded parameters 162,322,944"}},
      {"neox/760M.yml", {"padded parameters 834,493,440"}},
      {"neox/6-7B.yml", {"padded parameters 6,856,253,440"}},
      {"neox/175B.yml", {"padded parameters 175,197,806,592"}},
      {"neox/bnb_125M.yml", {"padded parameters 162,322,944"}},
      {"neox/llama-7B.yml", {"parameters 6,738,415,616"}},
      {"neox/llama2-70B.yml",
       {"parameters 68,981,891,072", "parameters of the scenario 68,976,648,192"}},
      // 7,241,732,096 with the MLP's biases, 32 (2*14336 + 4096)
      {"neox/mistral-7B.yml",
       {"parameters 7,242,780,672", "parameters of the scenario 7,241,732,096"},
       {"model.ffn_hidden_size=14336"}},
  });
}

// Every file whose model a scenario can express, read back: the pack of formulas, which shares
// nothing with the importer, counts the same.
TEST(PublishedFiles, AreReadBackWithTheSameCount) {
  struct Scenarios {
    const char* file;
    double parameters;  // padded
    std::vector<std::string> overrides{};
  };
  for (const Scenarios& row : std::vector<Scenarios>{
           {"hf/gpt2.json", 774'030'080},
           {"hf/phi-1.json", 1'414'562'935 - 50'295},
           {"hf/Llama-3.2-1B-Instruct.json", 1'235'814'400},
           {"hf/Llama-3.1-70B.json", 70'553'706'496},
           {"hf/Mistral-7B-Instruct-v0.3.json", 7'248'023'552},
           {"hf/Qwen--Qwen3-0.6B.json", 596'049'920},
           {"hf/gemma.json", 1'852'631'040},
           {"hf/gpt-j-6B.json", 6'050'882'784 - 50'400 - 573'440},
           {"hf/llama_60m.json", 58'073'600},
           {"hf/llama_7b.json", 6'738'415'616},
           {"native/gpt2-xl.json", 1'557'611'200},
           {"neox/pythia-14M.yml", 14'067'712},
           {"neox/pythia-160M.yml", 162'322'944},
           {"neox/pythia-1B.yml", 1'011'781'632},
           {"neox/pythia-12B.yml", 11'846'072'320},
           {"neox/125M.yml", 162'322'944},
           {"neox/760M.yml", 834'493'440},
           {"neox/6-7B.yml", 6'856'253'440},
           {"neox/175B.yml", 175'197'806'592},
           {"neox/bnb_125M.yml", 162'322'944},
           {"neox/llama-7B.yml", 6'738'415'616},
           {"neox/llama2-70B.yml", 68'976'648'192},
           {"neox/mistral-7B.yml", 7'241'732'096, {"model.ffn_hidden_size=14336"}},
           {"megatron/llama3_8b_h100_fp8.args", 8'030'261'248},
           {"megatron/sc21_table1_76B.args", 76'050'739'200},
           {"megatron/sc21_table1_1T.args", 1'008'038'758'400},
           {"megatron/gpt3_15b_8t_release.yaml", 15'628'775'424, {"model.vocab_size=256000"}},
           {"torchtitan/llama3_8b.toml", 8'030'261'248},
           {"torchtitan/debug_model.toml", 23'204'096},
       }) {
    SCOPED_TRACE(row.file);
    Scenario scenario =
        read_partial(import_published({row.file}, {.overrides = row.overrides, .ranks = {}}));
    const std::vector<std::string> packs{"parameters"};
    const Catalogue catalogue = load_catalogue(formulas_folder(), packs, quantity_fault);
    double count = 0;
    for (const Estimate& estimate : estimates(catalogue, scenario)) {
      if (estimate.formula == "P") count = estimate.value;
    }
    EXPECT_EQ(count, row.parameters);
  }
}

struct Refusal {
  const char* file;
  const char* says;
};

TEST(PublishedFiles, ThatCannotBeWrittenSayWhy) {
  for (const Refusal& row : {
           Refusal{"hf/mistralai--Mixtral-8x22B-v0.1.json", "no mixture-of-experts layers"},
           Refusal{"hf/deepseek-ai--DeepSeek-V3.json", "no multi-head latent attention"},
           Refusal{"hf/openai--gpt-oss-20b.json", "attention sinks"},
           Refusal{"native/config_671B.json", "no multi-head latent attention"},
           Refusal{"native/facebook_opt-350m.json", "331,196,416 parameters cannot be reached"},
           Refusal{"native/picotron.json", "HuggingFaceTB/SmolLM-360M-Instruct"},
           Refusal{"neox/sparse.yml", "no file gives a model"},
           Refusal{"neox/local_setup.yml", "no file gives a model"},
           Refusal{"neox/mistral-7B.yml", "write 43008"},
           Refusal{"megatron/gpt3_15b_8t_release.yaml", "the vocabulary is not in the file"},
           Refusal{"deepspeed/ds_config_gpt_TEMPLATE.json",
                   "ds_config_gpt_TEMPLATE.json:2: is not JSON"},
       }) {
    const ImportResult result = import_published({row.file});
    EXPECT_NE(faults_text(result).find(row.says), std::string::npos) << row.file << "\n"
                                                                     << faults_text(result);
  }
  for (const char* uncounted : {"native/facebook_opt-350m.json", "native/picotron.json",
                                "neox/sparse.yml", "neox/mistral-7B.yml"}) {
    EXPECT_TRUE(count_lines(import_published({uncounted})).empty()) << uncounted;
  }
}

// What their keys ask for and a scenario cannot say; all others lack nothing.
TEST(PublishedFiles, ThatLackSomethingSayWhat) {
  const std::vector<Refusal> lacking{
      {"deepspeed/ds_zero2.json", "cpu_offload: is true"},
      {"deepspeed/zero2.json", "offload_optimizer.device: is cpu"},
      {"deepspeed/zero3_bf16_cpuoffload_all.json", "offload_param.device: is cpu"},
      {"deepspeed/zero_stage3_offload.json", "offload_optimizer.device: is cpu"},
      {"megatron/llama3_8b_h100_fp8.args", "fp8_format: is hybrid"},
      {"native/picotron.json", "use_flash_attention: is true"},
      {"neox/llama2-70B.yml", "flash attention"},
      {"neox/mistral-7B.yml", "flash attention"},
      {"neox/pythia-12B.yml", "flash attention"},
      {"neox/pythia-14M.yml", "flash attention"},
      {"neox/pythia-160M.yml", "flash attention"},
      {"neox/pythia-1B.yml", "fp32_allreduce: is true"},
      {"neox/sparse.yml", "'local' attention"},
  };
  for (const char* folder : {"deepspeed", "megatron", "native", "neox"}) {
    for (const auto& entry : std::filesystem::directory_iterator(published(folder))) {
      const std::string name = folder + ("/" + entry.path().filename().string());
      const std::string missing = missing_text(import_published({name}));
      const auto row = std::ranges::find_if(
          lacking, [&name](const Refusal& refusal) { return refusal.file == name; });
      EXPECT_EQ(missing.empty(), row == lacking.end()) << name << "\n" << missing;
      if (row != lacking.end()) {
        EXPECT_NE(missing.find(row->says), std::string::npos) << missing;
      }
    }
  }
}

// DeepSpeed's files have no model; each is read beside one.
TEST(PublishedFiles, OfDeepSpeedAreReadBesideAModel) {
  struct Stage {
    const char* file;
    std::int64_t stage;
    const char* precision;
  };
  for (const Stage& row :
       {Stage{"ds_z0.json", 0, "fp32"}, Stage{"zero2.json", 2, "fp32"},
        Stage{"zero3_bf16_cpuoffload_all.json", 3, "mixed_bf16"}, Stage{"ds_z3.json", 3, "fp32"},
        Stage{"ds_zero2.json", 2, "mixed_fp16"}, Stage{"zero_stage3_offload.json", 3, "mixed_fp16"},
        Stage{"ds_config_fp16_z3.json", 3, "mixed_fp16"},
        Stage{"ds_config_func_bs8_zero2_gas3.json", 2, "mixed_fp16"},
        Stage{"ds_zero_stage_2.json", 2, "mixed_fp16"}}) {
    SCOPED_TRACE(row.file);
    const ImportResult result = import_published(
        {std::string("deepspeed/") + row.file, "hf/llama_60m.json"}, {.overrides = {}, .ranks = 4});
    const Scenario scenario = read_partial(result);
    EXPECT_EQ(value_of<std::int64_t>(scenario, "zero.stage"), row.stage);
    EXPECT_EQ(value_of<std::string>(scenario, "precision"), row.precision);
    EXPECT_EQ(scenario.plan.mesh.dp, 4);
    EXPECT_TRUE(result.imported.unknown.empty()) << import_report(result);
  }
}

}  // namespace
}  // namespace scenarios::test
