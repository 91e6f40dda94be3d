// Numbers that programs and their documentation print, from the expressions of their packs.
#include "tests/scenarios/judge/published_numbers.hpp"

namespace scenarios {
namespace {

constexpr double gib = 1024.0 * 1024.0 * 1024.0;
constexpr double mib = 1024.0 * 1024.0;

KeyValues stage(std::int64_t zero) {
  return {{"zero.stage", zero}};
}
KeyValues mixed(const std::string& gradients) {
  return {{"precision", std::string("mixed_bf16")}, {"gradient_dtype", gradients}};
}

// Run logs of Megatron-LM: parameters of the most loaded shard, and "weight and optimizer" in MB,
// which are 2^20. Revisions of 2024 gave RMSNorm two vectors.
TEST(PublishedNumbers, MegatronRunLogs) {
  const KeyValues xl = gpt(48, 1600, 25, 1024, 50304);
  EXPECT_EQ(estimate("mg.p.most", xl), 1555356800);
  EXPECT_EQ(printed(estimate("mg.mem.wo", xl) / mib, 2), 26699.47);
  EXPECT_EQ(printed(estimate("mg.mem.wo", gpt(12, 768, 12, 1024, 50304)) / mib, 2), 2121.85);
  const KeyValues llama = {{"model.normalization", std::string("RMSNorm")},
                           {"model.gated_linear_unit", true},
                           {"model.add_bias_linear", false},
                           {"model.add_qkv_bias", false}};
  const KeyValues small = with(gpt(24, 2048, 32, 4096, 50304),
                               with(llama, {{"model.ffn_hidden_size", std::int64_t{8192}}}));
  EXPECT_EQ(estimate("mg.p.2024", small), 1713836032);
  const KeyValues llama_8b = with(gpt(32, 4096, 32, 8192, 128256),
                                  with(llama, {{"model.ffn_hidden_size", std::int64_t{14336}},
                                               {"model.num_key_value_heads", std::int64_t{8}},
                                               {"model.tie_word_embeddings", false}}));
  EXPECT_EQ(estimate("mg.p.2024", llama_8b), 8030527488);
  EXPECT_EQ(printed(7.5 * estimate("mg.p.2024", llama_8b) / mib, 2), 57438.81);
}

// DeepSpeed's documentation: 2851M parameters on 8 GPUs, ZeRO 2 by the older formula and by the
// code, ZeRO 3 with a largest layer of 32M.
TEST(PublishedNumbers, DeepSpeedEstimators) {
  const KeyValues ranks = with(mesh(1, 1, 8), batch(1, 8));
  EXPECT_EQ(printed(estimate("ds.z2.gpu.doc", ranks, 2851e6) / gib, 2), 15.93);
  EXPECT_EQ(printed(estimate("ds.z2.gpu", ranks, 2851e6) / gib, 2), 11.28);
  const double states = estimate("ds.z3.gpu.states", ranks, 2851e6);
  EXPECT_EQ(printed((states + 4 * 32e6) / gib, 2), 6.09);
}

// The cookbook's example commands: GiB of one GPU.
TEST(PublishedNumbers, CookbookExamples) {
  const KeyValues pythia =
      with(with(with(gpt(32, 4096, 32, 2048, 51200), batch(8, 512)), mesh(2, 1, 64)),
           with(stage(1), mixed("fp32")));
  EXPECT_EQ(printed(estimate("cb.mem.model", pythia) / gib, 2), 6.40);
  EXPECT_EQ(printed(estimate("cb.mem.grad", pythia) / gib, 2), 25.60);
  EXPECT_EQ(printed(estimate("cb.mem.opt", pythia) / gib, 2), 0.60);
  EXPECT_EQ(
      printed(estimate("cb.mem.act.pa", with(pythia, {{"recompute", std::string("full")}})) / gib,
              2),
      34.0);
  const KeyValues neox = with(with(gpt(44, 6144, 64, 2048, 51200), stage(1)), mixed("fp32"));
  EXPECT_EQ(printed(estimate("cb.mem.model", neox) / gib, 2), 38.32);
  EXPECT_EQ(printed(estimate("cb.mem.grad", neox) / gib, 2), 76.65);
  EXPECT_EQ(printed(estimate("cb.mem.opt", neox) / gib, 2), 229.95);
  EXPECT_EQ(printed(estimate("cb.mem.act.ckpt", neox) / gib, 2), 17.53);
}

// GPT-3's defaults: billions of parameters, and ZFLOP for 300e9 tokens with everything recomputed.
// The script's 429.44 lacks the backward of the logits, 0.755; SC21's equation 3 gives 430.20.
TEST(PublishedNumbers, CookbookGpt3) {
  const KeyValues gpt3 =
      with(gpt(96, 12288, 96, 2048, 51200),
           {{"recompute", std::string("full")}, {"model.tie_word_embeddings", false}});
  EXPECT_EQ(printed(estimate("cb.pa", gpt3) / 1e9, 2), 175.24);
  const double zetta = 300e9 / 2048 / 1e21;
  EXPECT_EQ(printed(4 * estimate("cb.fl.attention", gpt3) * zetta, 2), 150.75);
  EXPECT_EQ(printed(4 * estimate("cb.fl.ffn_forward", gpt3) * zetta, 2), 278.31);
  EXPECT_EQ(printed(estimate("cb.fl.embed", gpt3) * zetta, 4), 0.3775);
  EXPECT_EQ(printed(estimate("cb.fl.total", gpt3) * zetta, 2), 429.44);
  EXPECT_EQ(printed(estimate("sc.flop.iter", gpt3) * zetta, 2), 430.20);
}

// Stored outputs of llm-analysis, of the time before norms were counted: parameters, and FLOPs of
// a micro-batch of 50 with selective and of 4 with full recomputation.
TEST(PublishedNumbers, LlmAnalysisExamples) {
  const KeyValues llama = with(with(gpt(32, 4096, 32, 2048, 32000), batch(50, 50)),
                               {{"model.ffn_hidden_size", std::int64_t{16384}}});
  const double norms = 2 * 32 * 4096 + 4096;
  EXPECT_EQ(estimate("la.params", llama) - norms, 6573522944);
  EXPECT_EQ(
      3 * estimate("la.flops.forward", llama) + estimate("la.flops.recompute.selective", llama),
      4478577147904000);
  const KeyValues large = with(gpt(96, 12288, 96, 2048, 50272), batch(4, 4));
  EXPECT_EQ(estimate("la.params", large) - (2 * 96 + 1) * 12288, 174563917824);
  EXPECT_EQ(estimate("la.flops.forward", large) + estimate("la.flops.backward", large) +
                estimate("la.flops.recompute.full", large),
            11756880267313152);
}

}  // namespace
}  // namespace scenarios
