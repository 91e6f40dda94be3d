// What tensors a model has, who holds how much of them, and where a rank's part lies.

#include "sim/model/parameters.hpp"

#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/ensure.hpp"
#include "tests/sim/model/t0_model.hpp"

namespace {

using sim::ParameterSpec;
using sim::ShardOf;

std::int64_t elements(const sim::ChunkParameters& parameters, ShardOf shard) {
  std::int64_t sum = 0;
  for (const ParameterSpec& spec : parameters.specs) sum += sim::local_size(spec, shard);
  return sum;
}

const ParameterSpec& find(const sim::ChunkParameters& parameters, const std::string& name) {
  for (const ParameterSpec& spec : parameters.specs) {
    if (spec.name == name) return spec;
  }
  throw sim::Error(name);
}

// The tensors of a Hugging Face gpt2 checkpoint, in the order of the forward: word table,
// positions, then each layer's norm, projections and so on with weight before bias, final norm.
TEST(Parameters, NamesAreHuggingFacesInForwardOrder) {
  std::vector<std::string> expected = {"transformer.wte.weight", "transformer.wpe.weight"};
  for (const char* layer : {"0", "1", "2", "3"}) {
    for (const char* tensor :
         {"ln_1.weight", "ln_1.bias", "attn.c_attn.weight", "attn.c_attn.bias",
          "attn.c_proj.weight", "attn.c_proj.bias", "ln_2.weight", "ln_2.bias", "mlp.c_fc.weight",
          "mlp.c_fc.bias", "mlp.c_proj.weight", "mlp.c_proj.bias"}) {
      expected.push_back(std::string("transformer.h.") + layer + "." + tensor);
    }
  }
  expected.insert(expected.end(), {"transformer.ln_f.weight", "transformer.ln_f.bias"});
  std::vector<std::string> names;
  for (const auto& spec : sim::model_parameters(test::t0_model()).specs) names.push_back(spec.name);
  EXPECT_EQ(names, expected);

  sim::ModelDescription untied = test::t0_model();
  untied.tied_embedding = false;
  EXPECT_EQ(sim::model_parameters(untied).specs.back().name, "lm_head.weight");
}

// gpt2's linears are [in, out] ("Conv1D").
TEST(Parameters, ShapesAreThoseOfTheCheckpoint) {
  const auto parameters = sim::model_parameters(test::t0_model());
  const auto expect_shape = [&](const std::string& name, std::int64_t rows, std::int64_t columns) {
    EXPECT_EQ(find(parameters, name).rows, rows) << name;
    EXPECT_EQ(find(parameters, name).columns, columns) << name;
  };
  expect_shape("transformer.wte.weight", 128, 64);
  expect_shape("transformer.wpe.weight", 32, 64);
  expect_shape("transformer.h.2.attn.c_attn.weight", 64, 192);
  expect_shape("transformer.h.2.attn.c_attn.bias", 1, 192);
  expect_shape("transformer.h.2.attn.c_proj.weight", 64, 64);
  expect_shape("transformer.h.2.mlp.c_fc.weight", 64, 256);
  expect_shape("transformer.h.2.mlp.c_proj.weight", 256, 64);
  expect_shape("transformer.h.2.mlp.c_proj.bias", 1, 64);
  expect_shape("transformer.ln_f.bias", 1, 64);
}

// P = 210,304 (t0_model.hpp); untied one more table of 128 * 64 = 8,192.
TEST(Parameters, T0HasTwoHundredTenThousandThreeHundredAndFour) {
  EXPECT_EQ(elements(sim::model_parameters(test::t0_model()), {}), 210304);
  sim::ModelDescription untied = test::t0_model();
  untied.tied_embedding = false;
  EXPECT_EQ(elements(sim::model_parameters(untied), {}), 218496);
}

// Replicated: a layer's norms 4h = 256 and row-parallel biases 2h = 128, that is 384, times 4 =
// 1,536; positions 2,048; final norm 128: 3,712. Split: 210,304 - 3,712 = 206,592.
// t = 2: 103,296 + 3,712 = 107,008.   t = 4: 51,648 + 3,712 = 55,360.
TEST(Parameters, TensorParallelRanksHoldTheirPartAndWhatIsReplicated) {
  const auto parameters = sim::model_parameters(test::t0_model());
  for (const std::int64_t rank : {0, 1}) EXPECT_EQ(elements(parameters, {rank, 2}), 107008);
  for (const std::int64_t rank : {0, 1, 2, 3}) EXPECT_EQ(elements(parameters, {rank, 4}), 55360);
  std::int64_t replicated = 0;
  for (const ParameterSpec& spec : parameters.specs) {
    if (spec.cut.along == sim::Cut::Along::nothing) replicated += sim::local_size(spec, {0, 2});
  }
  EXPECT_EQ(replicated, 3712);
}

// C37: eight layers on four stages as 1, 2, 2, 3; the table is on the first and the last.
//   49,984 + 8,192 + 2,048 = 60,224;  2 * 49,984 = 99,968;  3 * 49,984 + 8,192 + 128 = 158,272
TEST(Parameters, UnevenStages) {
  sim::ModelDescription model = test::t0_model();
  model.layers = 8;
  EXPECT_EQ(elements(chunk_parameters(model, {0, 1, true, false}), {}), 60224);
  EXPECT_EQ(elements(chunk_parameters(model, {1, 2, false, false}), {}), 99968);
  EXPECT_EQ(elements(chunk_parameters(model, {3, 2, false, false}), {}), 99968);
  EXPECT_EQ(elements(chunk_parameters(model, {5, 3, false, true}), {}), 158272);
}

// C41: ten layers on three stages as 4, 3, 3: each index on exactly one.
TEST(Parameters, EachLayerBelongsToExactlyOneStage) {
  sim::ModelDescription model = test::t0_model();
  model.layers = 10;
  std::vector<int> owners(10, 0);
  for (const auto& range : {sim::ChunkRange{0, 4, true, false}, sim::ChunkRange{4, 3, false, false},
                            sim::ChunkRange{7, 3, false, true}}) {
    const auto parameters = chunk_parameters(model, range);
    for (std::size_t layer = 0; layer < owners.size(); ++layer) {
      const std::string name = "transformer.h." + std::to_string(layer) + ".ln_1.weight";
      for (const ParameterSpec& spec : parameters.specs) owners[layer] += spec.name == name ? 1 : 0;
    }
  }
  EXPECT_EQ(owners, std::vector<int>(10, 1));
}

TEST(Parameters, ATiedTableKnowsItsUses) {
  const auto first = chunk_parameters(test::t0_model(), {0, 2, true, false});
  const auto last = chunk_parameters(test::t0_model(), {2, 2, false, true});
  const auto whole = sim::model_parameters(test::t0_model());
  EXPECT_TRUE(first.specs.front().is_tied && !first.specs.front().is_tied_copy);
  EXPECT_TRUE(last.specs.back().is_tied && last.specs.back().is_tied_copy);
  EXPECT_EQ(last.specs.back().name, "transformer.wte.weight");
  EXPECT_EQ(first.specs.front().uses, 1);
  EXPECT_EQ(whole.specs.front().uses, 2);
}

TEST(Parameters, WidthsThatDoNotDivideAreRefused) {
  const auto parameters = sim::model_parameters(test::t0_model());
  EXPECT_THROW(elements(parameters, {0, 3}), sim::Error);
}

// c_attn of h = 4, a = 2, hd = 2 is [4, 12]: columns q0 q0 q1 q1 k0 k0 k1 k1 v0 v0 v1 v1. Rank 1 of
// two holds head 1: whole columns 2, 3, 6, 7, 10, 11 as its local 0 .. 5.
TEST(Runs, FusedQueryKeyValueIsCutByHead) {
  sim::ModelDescription model = test::t0_model();
  model.hidden = 4;
  model.heads = 2;
  model.kv_heads = 2;
  model.head_dim = 2;
  const auto parameters = sim::model_parameters(model);
  std::vector<std::int64_t> columns;
  for_each_run(find(parameters, "transformer.h.0.attn.c_attn.bias"), {1, 2}, 0, 6,
               [&](const sim::Run& run) {
                 for (std::int64_t i = 0; i < run.length; ++i) columns.push_back(run.whole + i);
               });
  EXPECT_EQ(columns, (std::vector<std::int64_t>{2, 3, 6, 7, 10, 11}));
  std::vector<std::int64_t> second_row;
  for_each_run(find(parameters, "transformer.h.0.attn.c_attn.weight"), {1, 2}, 6, 6,
               [&](const sim::Run& run) {
                 for (std::int64_t i = 0; i < run.length; ++i) second_row.push_back(run.whole + i);
               });
  EXPECT_EQ(second_row, (std::vector<std::int64_t>{14, 15, 18, 19, 22, 23}));
}

// Five rows padded to six over two ranks, two columns: rank 1 holds rows 3, 4 and one of padding.
TEST(Runs, PaddedRowsBelongToNoRun) {
  sim::ModelDescription model = test::t0_model();
  model.hidden = 2;
  model.vocabulary = 5;
  model.padded_vocabulary = 6;
  const auto parameters = sim::model_parameters(model);
  const ParameterSpec& table = find(parameters, "transformer.wte.weight");
  EXPECT_EQ(sim::local_size(table, {1, 2}), 6);
  std::vector<std::int64_t> places;
  for_each_run(table, {1, 2}, 0, 6, [&](const sim::Run& run) {
    for (std::int64_t i = 0; i < run.length; ++i) places.push_back(run.whole + i);
  });
  EXPECT_EQ(places, (std::vector<std::int64_t>{6, 7, 8, 9}));
}

/// How often each whole element is reached when t ranks walk their local parts `step` at a time.
std::vector<int> visits(const ParameterSpec& spec, std::int64_t t, std::int64_t step) {
  std::vector<int> count(static_cast<std::size_t>(spec.rows * spec.columns), 0);
  for (std::int64_t rank = 0; rank < t; ++rank) {
    const std::int64_t size = sim::local_size(spec, {rank, t});
    for (std::int64_t at = 0; at < size; at += step) {
      for_each_run(spec, {rank, t}, at, std::min(step, size - at), [&](const sim::Run& run) {
        for (std::int64_t i = 0; i < run.length; ++i) {
          ++count[static_cast<std::size_t>(run.whole + i)];
        }
      });
    }
  }
  return count;
}

TEST(Runs, CoverWholeTensorsExactlyOnceOverTheGroup) {
  sim::ModelDescription model = test::t0_model();
  model.layers = 1;
  model.hidden = 8;
  model.head_dim = 2;
  model.ffn_hidden = 12;
  model.vocabulary = 37;
  model.padded_vocabulary = 40;
  for (const ParameterSpec& spec : sim::model_parameters(model).specs) {
    for (const std::int64_t t : {1, 2, 4}) {
      const int expected = spec.cut.along == sim::Cut::Along::nothing ? static_cast<int>(t) : 1;
      for (const std::int64_t step : {5, 1000}) {
        const auto count = visits(spec, t, step);
        EXPECT_EQ(count, std::vector<int>(count.size(), expected)) << spec.name << ' ' << t;
      }
    }
  }
}

}  // namespace
