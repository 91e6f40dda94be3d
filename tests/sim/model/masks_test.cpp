// C73: dropout masks are functions of the global index, so what ranks share follows from what they
// hold. Model: 2 sequences of 4 positions, 6 channels, 4 heads; two tensor-parallel ranks.

#include <vector>

#include <gtest/gtest.h>

#include "sim/kernels/dropout.hpp"
#include "sim/model/context.hpp"
#include "sim/tensor.hpp"

namespace {

/// A place in a tensor-parallel group that nobody speaks in.
class Place final : public sim::TensorParallel {
 public:
  explicit Place(sim::ShardOf place) : place_(place) {}
  [[nodiscard]] std::int64_t size() const override { return place_.size; }
  [[nodiscard]] std::int64_t rank() const override { return place_.rank; }
  void sum(sim::View) override {}
  void maximum(sim::View) override {}
  void all_gather(sim::ConstView, sim::View) override {}
  void reduce_scatter(sim::ConstView, sim::View) override {}

 private:
  sim::ShardOf place_;
};

class NoParameters final : public sim::ParameterAccess {
 public:
  void enter(sim::ModuleId) override {}
  void leave(sim::ModuleId) override {}
  [[nodiscard]] sim::ConstView weight(sim::ParameterId) const override { return {}; }
  [[nodiscard]] sim::View begin_gradient(sim::ParameterId) override { return {}; }
  void end_gradient(sim::ParameterId) override {}
};

using Mask = std::vector<std::uint8_t>;

/// One rank's view of a step: its tensor-parallel place and the first sequence of its batch.
class World {
 public:
  World(sim::ShardOf tensor_shard, std::int64_t first_sequence, std::int64_t sequences,
        std::int64_t step = 0, bool sequence_parallel = false)
      : place_(tensor_shard),
        model_(small_model()),
        context_{.meters = meters_,
                 .tensor_parallel = place_,
                 .parameters = no_parameters_,
                 .model = model_,
                 .sizes = sim::local_sizes(model_, tensor_shard),
                 .seed = 7,
                 .batch = {.step = step,
                           .sequences = sequences,
                           .first_sequence = first_sequence,
                           .positions = model_.sequence_length},
                 .activations = {.sequence_parallel = sequence_parallel}} {}

  /// [tokens, hidden], position-major; under sequence parallelism the rank's run of tokens.
  Mask hidden(const std::string& site) {
    return draw(context_.hidden_dropout(site), context_.shard_rows(), model_.hidden);
  }
  /// [sequences, heads of the rank, query, key].
  Mask attention(const std::string& site) {
    const std::int64_t s = model_.sequence_length;
    return draw(context_.attention_dropout(site),
                context_.batch.sequences * context_.sizes.heads * s, s);
  }

 private:
  static sim::ModelDescription small_model() {
    sim::ModelDescription model;
    model.hidden = 6;
    model.heads = 4;
    model.sequence_length = 4;
    model.attention_dropout = 0.5;
    model.hidden_dropout = 0.5;
    return model;
  }

  Mask draw(const sim::DropoutSite& site, std::int64_t rows, std::int64_t columns) {
    sim::Tensor mask(meters_, {sim::Category::workspace}, sim::Dtype::uint8, rows, columns);
    sim::draw_mask(site, mask);
    const auto* first = mask.view().as<std::uint8_t>();
    return {first, first + rows * columns};
  }

  sim::Meters meters_;
  Place place_;
  NoParameters no_parameters_;
  sim::ModelDescription model_;
  sim::Context context_;
};

Mask part(const Mask& mask, std::ptrdiff_t first, std::ptrdiff_t count) {
  return {mask.begin() + first, mask.begin() + first + count};
}

TEST(Masks, ReplicatedActivationsHaveEqualMasksInsideTensorParallel) {
  World one({0, 2}, 0, 2);
  World other({1, 2}, 0, 2);
  EXPECT_EQ(one.hidden("layer.0.mlp.dropout"), other.hidden("layer.0.mlp.dropout"));
}

TEST(Masks, ReplicasThatHoldOtherSequencesDrawOtherMasks) {
  World one({0, 2}, 0, 2);
  World other({0, 2}, 2, 2);
  EXPECT_NE(one.hidden("layer.0.mlp.dropout"), other.hidden("layer.0.mlp.dropout"));
  EXPECT_NE(one.attention("layer.0.attention.softmax_dropout"),
            other.attention("layer.0.attention.softmax_dropout"));
}

// Sequence parallelism deals out positions: of 8 rows (position * 2 + sequence) of 6 channels, rank
// 0 of two holds the first 4, positions 0 and 1 of both sequences. What one rank would draw for
// them is what it draws; the ranks' masks differ.
TEST(Masks, SequencePartsHaveMasksOfTheirOwnWhichAreOneRanks) {
  for (const char* site :
       {"embedding.dropout", "layer.1.attention.dropout", "layer.0.mlp.dropout"}) {
    const Mask whole = World({0, 1}, 2, 2).hidden(site);
    const Mask first = World({0, 2}, 2, 2, 0, true).hidden(site);
    const Mask second = World({1, 2}, 2, 2, 0, true).hidden(site);
    EXPECT_NE(first, second) << site;
    EXPECT_EQ(first, part(whole, 0, 24)) << site;
    EXPECT_EQ(second, part(whole, 24, 24)) << site;
  }
}

// Four ranks hold a position each; heads stay dealt out as without sequence parallelism.
TEST(Masks, SequencePartsOfFourRanks) {
  const std::string site = "layer.0.mlp.dropout";
  const Mask whole = World({0, 1}, 0, 2).hidden(site);
  for (std::int64_t rank = 0; rank < 4; ++rank) {
    World world({rank, 4}, 0, 2, 0, true);
    EXPECT_EQ(world.hidden(site), part(whole, rank * 12, 12)) << rank;
    EXPECT_EQ(world.attention("layer.0.attention.softmax_dropout"),
              World({rank, 4}, 0, 2).attention("layer.0.attention.softmax_dropout"));
  }
}

// Each head is 4 * 4 = 16 elements; rank r of two holds heads 2r and 2r + 1 of each sequence.
TEST(Masks, HeadsHaveMasksOfTheirOwnWhoeverHoldsThem) {
  const std::string site = "layer.1.attention.softmax_dropout";
  const Mask whole = World({0, 1}, 0, 2).attention(site);
  const Mask first = World({0, 2}, 0, 2).attention(site);
  const Mask second = World({1, 2}, 0, 2).attention(site);
  EXPECT_NE(first, second);
  EXPECT_EQ(part(first, 0, 32), part(whole, 0, 32));
  EXPECT_EQ(part(second, 0, 32), part(whole, 32, 32));
  EXPECT_EQ(part(first, 32, 32), part(whole, 64, 32));
  EXPECT_EQ(part(second, 32, 32), part(whole, 96, 32));
}

// Token rows are position-major: of two sequences, row p * 2 + j is position p of sequence j.
TEST(Masks, ASequenceKeepsItsMaskInAnyMicroBatch) {
  const Mask both = World({0, 1}, 4, 2).hidden("embedding.dropout");
  const Mask first = World({0, 1}, 4, 1).hidden("embedding.dropout");
  const Mask second = World({0, 1}, 5, 1).hidden("embedding.dropout");
  for (std::ptrdiff_t position = 0; position < 4; ++position) {
    EXPECT_EQ(part(both, position * 12, 6), part(first, position * 6, 6));
    EXPECT_EQ(part(both, position * 12 + 6, 6), part(second, position * 6, 6));
  }
}

TEST(Masks, SitesAndStepsDiffer) {
  World now({0, 1}, 0, 2, 0);
  World later({0, 1}, 0, 2, 1);
  EXPECT_NE(now.hidden("layer.0.mlp.dropout"), now.hidden("layer.0.attention.dropout"));
  EXPECT_NE(now.hidden("layer.0.mlp.dropout"), now.hidden("layer.1.mlp.dropout"));
  EXPECT_NE(now.hidden("layer.0.mlp.dropout"), later.hidden("layer.0.mlp.dropout"));
}

}  // namespace
