// The lists that definitions run over, against lists written by hand.
#include "scenarios/packs/rank_lists.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/packs/evaluation.hpp"
#include "scenarios/packs/moments.hpp"
#include "scenarios/packs/read_pack.hpp"
#include "tests/scenarios/packs/keys_of_t0.hpp"

namespace scenarios {
namespace {

std::string any_quantity(std::string_view) {
  return "";
}

// Before the layers 6 elements, that are a unit; a layer of 5 + 3 in one module and 4 in another;
// after the layers 2.
const std::string small_pack = R"(pack: small
source: by hand
tensors:
  - {name: table, module: table, of: first, elements: 6, alone: 1, marks: {uses: 2}}
  - {name: weight, module: linear, of: layer, elements: 5, marks: {uses: 1 + of_first_layer}}
  - {name: bias, module: linear, of: layer, elements: 3}
  - {name: gain, module: norm, of: layer, elements: 4}
  - {name: absent, module: norm, of: layer, elements: 100, when: t > 1}
  - {name: last, module: last, of: last, elements: 2}
definitions:
)";

Catalogue small_catalogue(const std::string& definitions) {
  std::vector<Pack> packs;
  packs.push_back(parse_pack(small_pack + definitions, "small.yaml", any_quantity));
  return Catalogue(std::move(packs));
}

/// The value of a definition on rank 0 of T0 with `changes`.
double folded(const std::string& definition, const KeyValues& changes) {
  const Catalogue catalogue = small_catalogue("  - {name: x, " + definition + "}\n");
  Evaluation evaluation(catalogue, rank_variables(keys_of_t0(changes), 0));
  return evaluation.value(Expression("x", {}));
}

KeyValues two_layers(std::int64_t bucket) {
  return {{"model.num_layers", std::int64_t{2}},
          {"parallel.data_parallel_size", std::int64_t{2}},
          {"zero.reduce_bucket_size", bucket}};
}

TEST(RankLists, TensorsStandInEveryLayerAndAtTheEnds) {
  EXPECT_EQ(folded("over: tensors, sum: elements", two_layers(100)), 6 + 2 * 12 + 2);
  EXPECT_EQ(folded("over: tensors, sum: 1", two_layers(100)), 8);
  EXPECT_EQ(folded("over: tensors, max: elements", two_layers(100)), 6);
  EXPECT_EQ(folded("over: tensors, first: elements", two_layers(100)), 6);
  // Shards of 2 ranks: 3, (3 + 2 + 2) in each layer, 1.
  EXPECT_EQ(folded("over: tensors, sum: shard", two_layers(100)), 3 + 2 * 7 + 1);
  // Marks: 2 of the table, 2 of the first layer's weight, 1 of the second's; 0 where none is given.
  EXPECT_EQ(folded("over: tensors, sum: uses", two_layers(100)), 5);
}

TEST(RankLists, ModulesAreRowsThatFollowEachOther) {
  EXPECT_EQ(folded("over: modules, sum: 1", two_layers(100)), 1 + 2 * 2 + 1);
  EXPECT_EQ(folded("over: modules, max: elements", two_layers(100)), 8);
  EXPECT_EQ(folded("over: modules, max: members", two_layers(100)), 2);
  EXPECT_EQ(folded("over: modules, sum: closing.elements", two_layers(100)), 6 + 2 * (5 + 4) + 2);
}

TEST(RankLists, UnitsAreClosedBeforeTheyPassTheBucket) {
  // From the last: 2 + 4 + 3, 5 + 4, 3 + 5, and the table alone.
  EXPECT_EQ(folded("over: units, sum: 1", two_layers(9)), 4);
  EXPECT_EQ(folded("over: units, sum: '2*ceildiv(elements, 2)'", two_layers(9)), 10 + 10 + 8 + 6);
  EXPECT_EQ(folded("over: units, sum: closing.elements", two_layers(9)), 3 + 4 + 5 + 6);
  // Every tensor is larger than the bucket.
  EXPECT_EQ(folded("over: units, sum: 1", two_layers(1)), 8);
  // Everything but the table in one unit, filled to the last element.
  EXPECT_EQ(folded("over: units, max: elements", two_layers(26)), 26);
  EXPECT_EQ(folded("over: units, sum: 1", two_layers(25)), 3);
}

TEST(RankLists, UnitsNeverSpanTwoChunks) {
  KeyValues keys = two_layers(100);
  keys["parallel.pipeline_model_parallel_size"] = std::int64_t{2};
  keys["parallel.virtual_pipeline_model_parallel_size"] = std::int64_t{2};
  keys["parallel.pipeline_schedule"] = std::string("interleaved");
  keys["model.num_layers"] = std::int64_t{4};
  keys["training.global_batch_size"] = std::int64_t{4};
  // Stage 0 holds virtual stages 0 (table and a layer) and 2 (a layer).
  EXPECT_EQ(folded("over: units, sum: 1", keys), 3);
  EXPECT_EQ(folded("over: tensors, sum: elements", keys), 6 + 12 + 12);
}

/// The moments of stage `stage` of `stages` with layers [1, 1 ..] and 3 in each second chunk.
std::vector<ListEntry> moments(const std::string& schedule, std::int64_t stages,
                               std::int64_t chunks, std::int64_t micro_batches,
                               std::int64_t stage) {
  std::vector<std::int64_t> layers;
  for (std::int64_t c = 0; c < chunks; ++c) {
    layers.insert(layers.end(), static_cast<std::size_t>(stages), 1 + 2 * c);
  }
  std::int64_t all = 0;
  for (const std::int64_t count : layers) all += count;
  const ScenarioValues keys = keys_of_t0({{"parallel.pipeline_model_parallel_size", stages},
                                          {"parallel.virtual_pipeline_model_parallel_size", chunks},
                                          {"parallel.pipeline_schedule", schedule},
                                          {"parallel.num_layers_per_stage", layers},
                                          {"model.num_layers", all},
                                          {"training.global_batch_size", micro_batches}});
  return moments_of_rank(rank_variables(keys, stage));
}

double most(const std::vector<ListEntry>& list, const char* name) {
  double result = 0;
  for (const ListEntry& entry : list) result = std::max(result, entry.numbers.at(name));
  return result;
}

TEST(Moments, PlainSchedules) {
  EXPECT_EQ(most(moments("1f1b", 4, 1, 6, 0), "chunks_in_flight"), 4);
  EXPECT_EQ(most(moments("1f1b", 4, 1, 6, 2), "chunks_in_flight"), 2);
  EXPECT_EQ(most(moments("1f1b", 4, 1, 2, 0), "chunks_in_flight"), 2);
  EXPECT_EQ(most(moments("gpipe", 4, 1, 6, 3), "chunks_in_flight"), 6);
  EXPECT_EQ(most(moments("gpipe", 4, 1, 6, 3), "first_in_flight"), 0);
  EXPECT_EQ(most(moments("gpipe", 4, 1, 6, 3), "last_in_flight"), 6);
}

// Two stages of two chunks, four micro-batches, stage 0. Forward passes go 0 0 1 1 0 0 1 1 through
// the chunks, backward passes 1 1 0 0 1 1 0 0; five forward passes come before the first backward.
TEST(Moments, InterleavedChunksTakeTurns) {
  const auto list = moments("interleaved", 2, 2, 4, 0);
  const std::vector<double> chunks = {5, 5, 5, 5, 4, 3, 2, 1};
  const std::vector<double> firsts = {3, 4, 4, 3, 2, 2, 2, 1};
  const std::vector<double> layers = {9, 7, 7, 9, 8, 5, 2, 1};  // 1 in chunk 0, 3 in chunk 1
  const std::vector<double> turns = {3, 3, 1, 1, 3, 3, 1, 1};
  ASSERT_EQ(list.size(), chunks.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    EXPECT_EQ(list[i].numbers.at("chunks_in_flight"), chunks[i]) << i;
    EXPECT_EQ(list[i].numbers.at("first_in_flight"), firsts[i]) << i;
    EXPECT_EQ(list[i].numbers.at("layers_in_flight"), layers[i]) << i;
    EXPECT_EQ(list[i].numbers.at("turns_layers"), turns[i]) << i;
    EXPECT_EQ(list[i].numbers.at("turns_last"), 0) << i;
  }
}

// min(m v, 2 (p - i - 1) + (v - 1) p + 1) chunks are in flight at the first backward.
TEST(Moments, InterleavedPeak) {
  for (std::int64_t stage = 0; stage < 4; ++stage) {
    for (const std::int64_t m : {4, 8}) {
      const double expected = static_cast<double>(std::min(2 * m, 2 * (4 - stage - 1) + 4 + 1));
      EXPECT_EQ(moments("interleaved", 4, 2, m, stage).front().numbers.at("chunks_in_flight"),
                expected);
    }
  }
}

// Of m v backward passes each is counted once, however many look alike.
TEST(Moments, AreCounted) {
  for (const std::int64_t m : {1, 2, 3, 7, 12}) {
    double passes = 0;
    for (const ListEntry& entry : moments("1f1b", 3, 1, m, 0)) passes += entry.count;
    EXPECT_EQ(passes, static_cast<double>(m));
  }
  double passes = 0;
  for (const ListEntry& entry : moments("interleaved", 2, 2, 10, 0)) passes += entry.count;
  EXPECT_EQ(passes, 20);
  EXPECT_LE(moments("interleaved", 2, 2, 1'000'000, 0).size(), 10U);
}

TEST(RankLists, NamesOfEntriesBelongToTheirList) {
  const Catalogue catalogue = small_catalogue(
      "  - {name: x, over: tensors, sum: members}\n"
      "  - {name: y, over: moments, max: elements}\n"
      "  - {name: z, over: units, max: closing.uses}\n");
  const auto faults = unknown_names(catalogue, rank_variables(keys_of_t0(), 0));
  ASSERT_EQ(faults.size(), 2U);
  EXPECT_NE(faults[0].what.find("'members' is no variable"), std::string::npos);
  EXPECT_NE(faults[1].what.find("'elements' is no variable"), std::string::npos);
}

std::string fault_of(const std::string& definitions) {
  try {
    small_catalogue(definitions);
  } catch (const BadInput& bad) {
    return bad.what();
  }
  return "none";
}

TEST(RankLists, NamesOfEntriesAreTaken) {
  for (const char* name : {"shard", "members", "uses", "closing.uses", "turns_last"}) {
    EXPECT_NE(fault_of(std::string("  - {name: ") + name + ", expression: 1}\n")
                  .find("is already the name of a list entry's number"),
              std::string::npos)
        << name;
  }
}

TEST(RankLists, AreOfOneRankAndMayNotNeedThemselves) {
  EXPECT_NE(fault_of("  - {name: x, over: units, sum: elements}\n"
                     "formulas:\n"
                     "  - {id: y, quantity: parameters, scope: sum, expression: x, source: here, "
                     "agreement: exact}\n")
                .find("'x' differs between ranks"),
            std::string::npos);
  EXPECT_NE(fault_of("  - {name: x, over: units, sum: y}\n  - {name: y, expression: x}\n")
                .find("needs itself"),
            std::string::npos);
}

TEST(RankLists, ThereIsOneListOfTensors) {
  std::vector<Pack> packs;
  packs.push_back(
      parse_pack(small_pack + "  - {name: x, expression: 1}\n", "one.yaml", any_quantity));
  packs.push_back(
      parse_pack(small_pack + "  - {name: y, expression: 1}\n", "two.yaml", any_quantity));
  EXPECT_THROW(Catalogue{std::move(packs)}, BadInput);
}

}  // namespace
}  // namespace scenarios
