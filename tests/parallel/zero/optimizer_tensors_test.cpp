// What the optimizer is handed: where its tensors lie, on lists of parameters small enough to
// count.

#include <gtest/gtest.h>

#include "tests/parallel/zero/layouts.hpp"

namespace {

using parallel::StateLayout;
using test::layout_of;
using test::vectors;
using Members = std::vector<std::vector<std::int64_t>>;

/// {full, own, length, slices} of each optimizer tensor.
Members tensors_of(const StateLayout& layout) {
  Members tensors;
  for (const auto& tensor : layout.tensors) {
    tensors.push_back(
        {tensor.full, tensor.own, tensor.length, std::ssize(layout.slices_of(tensor))});
  }
  return tensors;
}

TEST(OptimizerTensors, AreParametersWithoutZero) {
  for (const std::int64_t d : {1, 4}) {
    EXPECT_EQ(tensors_of(layout_of(vectors({5, 4, 3}), 0, {0, d}, 7)),
              (Members{{0, 0, 3, 1}, {3, 3, 4, 1}, {7, 7, 5, 1}}));
  }
}

// The units of Layout.SlicesOfRankOne: pieces of two elements, the second of one slice and rank 3's
// of padding alone.
TEST(OptimizerTensors, ArePiecesOfUnitsAtStagesOneAndTwo) {
  for (const int stage : {1, 2}) {
    EXPECT_EQ(tensors_of(layout_of(vectors({5, 4, 3}), stage, {1, 4}, 7)),
              (Members{{2, 0, 2, 2}, {10, 2, 2, 1}}));
    const StateLayout last = layout_of(vectors({5, 4, 3}), stage, {3, 4}, 7);
    EXPECT_EQ(tensors_of(last), (Members{{6, 0, 2, 2}, {14, 2, 2, 1}}));
    EXPECT_EQ(last.slices_of(last.tensors[1])[0].parameter, sim::no_parameter);
  }
}

// 3 -> 4, 4, 5 -> 8: shards of 1, 1 and 2; the last rank's of the first and last hold padding.
TEST(OptimizerTensors, AreShardsOfParametersAtStageThree) {
  EXPECT_EQ(tensors_of(layout_of(vectors({5, 4, 3}), 3, {2, 4}, 1000)),
            (Members{{2, 0, 1, 1}, {6, 1, 1, 1}, {12, 2, 2, 2}}));
}

// A group of one splits nothing, but the optimizer meets what the stage hands it.
TEST(OptimizerTensors, FollowTheStageInAGroupOfOne) {
  for (const int stage : {1, 2}) {
    EXPECT_EQ(tensors_of(layout_of(vectors({5, 4, 3}), stage, {}, 7)),
              (Members{{0, 0, 7, 2}, {7, 7, 5, 1}}));
  }
  EXPECT_EQ(tensors_of(layout_of(vectors({5, 4, 3}), 3, {}, 7)),
            (Members{{0, 0, 3, 1}, {3, 3, 4, 1}, {7, 7, 5, 1}}));
}

TEST(OptimizerTensors, CoverWhatTheRankOwns) {
  const auto specs = vectors({5, 4, 3, 11, 1, 2});
  for (const int stage : {0, 1, 2, 3}) {
    for (const std::int64_t d : {1, 2, 3, 8}) {
      for (std::int64_t rank = 0; rank < d; ++rank) {
        const StateLayout layout = layout_of(specs, stage, {rank, d}, 7);
        std::int64_t own = 0;
        std::int64_t slices = 0;
        for (const auto& tensor : layout.tensors) {
          EXPECT_EQ(tensor.own, own);
          own += tensor.length;
          slices += std::ssize(layout.slices_of(tensor));
        }
        EXPECT_EQ(own, layout.own_size) << stage << ' ' << d;
        EXPECT_EQ(slices, std::ssize(layout.slices)) << stage << ' ' << d;
      }
    }
  }
}

}  // namespace
