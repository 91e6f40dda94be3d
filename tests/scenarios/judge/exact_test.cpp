// The exact pack against numbers worked out by hand for T0 (sim/README.md, parallel/README.md), in
// fp32 with micro-batches of one sequence. Its equality with runs is shown in tests/proofs.
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "scenarios/packs/evaluation.hpp"
#include "tests/scenarios/judge/counted_scenarios.hpp"

namespace scenarios {
namespace {

using Expected = std::map<std::string, double>;

KeyValues changed(KeyValues keys, const KeyValues& changes) {
  for (const auto& [key, value] : changes) keys[key] = value;
  return keys;
}

/// Holds formulas and definitions of the exact pack, on one rank of T0 with `changes`, against
/// `expected`.
void expect_values(const KeyValues& changes, const Expected& expected, std::int64_t rank = 0) {
  const std::vector<std::string> packs = {"exact"};
  const Catalogue catalogue = load_catalogue(formulas_folder(), packs, quantity_fault);
  Evaluation evaluation(catalogue, rank_variables(scenario_of(changes).values, rank));
  for (const auto& [name, value] : expected) {
    EXPECT_EQ(evaluation.value(Expression(name, {})), value) << name << " on rank " << rank;
  }
}

// Nothing split, one sequence. A layer keeps 147,968 bytes; the head 2 * 8,192 + 256 + 16,384.
TEST(Exact, OneRank) {
  expect_values({}, {{"ex.w.kept", 841'216},
                     {"ex.o.kept", 1'682'432},
                     {"ex.act.layer.kept", 4 * 147'968},
                     {"ex.act.head.kept", 33'024},
                     {"ex.act.peak", 624'896},
                     {"ex.inputs.peak", 2 * 8 * 32},
                     {"ex.comm.peak", 0},
                     {"ex.flop.forward", 14'155'776},
                     {"ex.flop.backward", 28'311'552},
                     // A layer: norms 33,088, biases 6,144 + 8,192, softmax 32,896, GELU 65,536,
                     // branch ends 8,192. Positions 2,048, the head 16,544 + 16,384 + 128.
                     {"ex.flop.forward.elementwise", 4 * 154'048 + 2'048 + 33'056},
                     {"ex.flop.optimizer.elementwise", 17 * 210'304}});
}

// Two replicas and two micro-batches: the table of parallel/README.md.
TEST(Exact, EveryZeroStage) {
  const auto stage = [](std::int64_t number) {
    return KeyValues{{"parallel.data_parallel_size", std::int64_t{2}},
                     {"training.global_batch_size", std::int64_t{4}},
                     {"zero.stage", number}};
  };
  expect_values(stage(0), {{"ex.dp.all_reduce.bytes", 841'216}, {"ex.dp.all_reduce.calls", 2}});
  expect_values(stage(1), {{"ex.o.kept", 841'216},
                           {"ex.comm.peak", 404'224},
                           {"ex.dp.reduce_scatter.bytes", 841'216},
                           {"ex.dp.all_gather.calls", 2}});
  expect_values(stage(2), {{"ex.g.kept", 420'608},
                           {"ex.comm.peak", 1'245'440},
                           {"ex.dp.reduce_scatter.bytes", 1'682'432},
                           {"ex.dp.reduce_scatter.calls", 4}});
  expect_values(stage(3), {{"ex.w.kept", 420'608},
                           {"ex.live.peak", 66'560},
                           {"ex.dp.all_gather.bytes", 3'495'936},
                           {"ex.dp.all_gather.calls", 112}});
}

TEST(Exact, TensorAndSequenceParallel) {
  const KeyValues two = {{"parallel.tensor_model_parallel_size", std::int64_t{2}}};
  expect_values(two, {{"P_rank.tensors", 107'008},
                      {"ex.tp.all_reduce.calls", 21},
                      {"ex.tp.all_reduce.bytes", 18 * 8'192 + 3 * 128}});
  // Hidden-sized items, statistics, q k v and projection, softmax, MLP: all halved. The layers
  // gather 24 times and scatter 16 times; 6 h a layer and 2 h of norms and biases are summed.
  expect_values(changed(two, {{"parallel.sequence_parallel", true}}),
                {{"layer_bytes_kept", 16'384 + 256 + 16'384 + 8'192 + 32'768},
                 {"ex.comm.peak", 8'192},
                 {"ex.tp.all_gather.bytes", 27 * 8'192},
                 {"ex.tp.all_gather.calls", 27},
                 {"ex.tp.reduce_scatter.bytes", 18 * 8'192},
                 {"ex.tp.all_reduce.bytes", 3 * 128 + 4 * 1'664},
                 {"ex.tp.all_reduce.calls", 4}});
}

TEST(Exact, Pipelines) {
  const KeyValues four = {{"parallel.pipeline_model_parallel_size", std::int64_t{4}},
                          {"training.global_batch_size", std::int64_t{6}}};
  expect_values(four, {{"ex.act.layer.peak", 4 * 147'968}, {"ex.comm.peak", 16'384}}, 0);
  expect_values(four, {{"ex.act.layer.peak", 3 * 147'968}, {"ex.comm.peak", 24'576}}, 1);
  expect_values(four, {{"ex.act.layer.peak", 147'968}, {"ex.comm.peak", 16'384}}, 3);
  expect_values(changed(four, {{"parallel.pipeline_schedule", std::string("gpipe")}}),
                {{"ex.act.head.kept", 6 * 33'024}}, 3);
}

// Two stages of two chunks of one layer, four micro-batches: five passes are in flight on stage 0.
TEST(Exact, InterleavedChunks) {
  const KeyValues keys = {{"parallel.pipeline_model_parallel_size", std::int64_t{2}},
                          {"parallel.virtual_pipeline_model_parallel_size", std::int64_t{2}},
                          {"parallel.pipeline_schedule", std::string("interleaved")},
                          {"parallel.num_layers_per_stage", std::vector<std::int64_t>{1, 1, 1, 1}},
                          {"training.global_batch_size", std::int64_t{4}}};
  expect_values(keys, {{"ex.act.layer.kept", 5 * 147'968},
                       {"ex.comm.peak", 3 * 8'192},
                       {"ex.comm.kept", 2 * 8'192},
                       {"ex.pp.send.calls", 4 * 3}});
}

// With dropout a layer has 172,544 bytes, 36,864 of them the attention matrix's three items. When
// the last layer's core is replayed its backward has let go of 94,464 already.
TEST(Exact, Recomputation) {
  const KeyValues drops = {{"model.attention_dropout", 0.1}, {"model.hidden_dropout", 0.1}};
  expect_values(changed(drops, {{"recompute", std::string("selective")}}),
                {{"ex.act.layer.kept", 4 * (172'544 - 36'864)},
                 {"ex.act.layer.peak", 4 * (172'544 - 36'864)},
                 {"ex.act.attention.softmax_output.peak", 16'384},
                 {"ex.flop.recompute", 4 * 262'144}});
  expect_values(changed(drops, {{"recompute", std::string("full")}}),
                {{"ex.act.layer.kept", 4 * 8'192},
                 {"ex.act.layer.peak", 3 * 8'192 + 172'544},
                 {"ex.act.peak", 3 * 8'192 + 172'544 + 2'048},
                 {"ex.flop.recompute", 4 * 3'407'872}});
}

// Selective recomputation of four heads over 256 tokens: the matrix outweighs what was freed.
TEST(Exact, TheReplayedMatrixCanBeThePeak) {
  expect_values({{"model.seq_length", std::int64_t{256}},
                 {"model.max_position_embeddings", std::int64_t{256}},
                 {"recompute", std::string("selective")}},
                {{"layer_squares", 1'048'576},  // 4 * 4 * 256^2
                 {"layer_freed_before_core", 4 * 256 * (64 + 256 + 256 + 64 + 64) + 8 * 256},
                 {"ex.act.layer.peak", 4 * 1'052'672 + 1'048'576 - 722'944}});
}

// Moments of two bytes in the four matrices of a layer and the table, of eight elsewhere.
TEST(Exact, EightBitMoments) {
  expect_values(
      {{"optimizer.type", std::string("adamw8bit")}},
      {{"ex.o.kept", 4 * (2 * 49'152 + 8 * 192 + 8 * 832) + 2 * 8'192 + 8 * 32 + 8 * (2'048 + 128)},
       {"ex.flop.optimizer.elementwise", 17 * 210'304 + 4 * (4 * 49'152 + 8'192)}});
}

// A gated block with two key/value heads for four query heads, f = 176, RMSNorm, no biases.
KeyValues gated_block() {
  return {{"model.architecture", std::string("llama")},
          {"model.normalization", std::string("RMSNorm")},
          {"model.position_embedding_type", std::string("rope")},
          {"model.activation_func", std::string("silu")},
          {"model.gated_linear_unit", true},
          {"model.add_bias_linear", false},
          {"model.add_qkv_bias", false},
          {"model.tie_word_embeddings", false},
          {"model.num_key_value_heads", std::int64_t{2}},
          {"model.ffn_hidden_size", std::int64_t{176}}};
}

TEST(Exact, GatedBlockWithGroupedHeads) {
  // 64 * (64 + 2 * 32) + 64 * 64 + 3 * 64 * 176 in matrices and 2 * 64 in norms a layer.
  expect_values(gated_block(),
                {{"P_rank.tensors", 4 * (8'192 + 4'096 + 33'792 + 128) + 2 * 8'192 + 64},
                 // Six of s h, two of half that, two statistics of 4 s, the matrix, three of s f.
                 {"ex.act.layer.kept", 4 * (6 * 8'192 + 2 * 4'096 + 256 + 16'384 + 3 * 22'528)},
                 {"ex.act.head.kept", 2 * 8'192 + 128 + 16'384},
                 {"ex.flop.forward", 4 * (524'288 + 262'144 + 262'144 + 2'162'688) + 524'288},
                 // Norms 2 * (4 h + 4) s, rope 6 * 8 pairs * 6 heads * s, softmax 32,896, residual
                 // sums 2 s h, SiLU and product 4 s f; the head's norm, and 4 V + 4 a token.
                 {"ex.flop.forward.elementwise",
                  4 * (16'640 + 9'216 + 32'896 + 4'096 + 22'528) + 8'320 + 16'512}});
}

// Four ranks share two key/value heads: each has one whole, so that keys and values take a quarter
// of 4 heads, and pairs of ranks sum their gradients, 2 * 64 * 16 a layer.
TEST(Exact, SharedKeyValueHeads) {
  const KeyValues four =
      changed(gated_block(), {{"parallel.tensor_model_parallel_size", std::int64_t{4}}});
  expect_values(four, {{"P_rank.tensors",
                        4 * (64 * (16 + 2 * 16) + 16 * 64 + 3 * 64 * 44 + 128) + 2 * 2'048 + 64},
                       {"ex.tp.all_reduce.calls", 4 * 4 + 1 + 1 + 3 + 1},
                       {"ex.tp.all_reduce.bytes", 18 * 8'192 + 3 * 128 + 4 * 4 * 2 * 1'024}});
}

}  // namespace
}  // namespace scenarios
