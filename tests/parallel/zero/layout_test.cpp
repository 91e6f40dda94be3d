// Where states lie: units, padding and slices, on lists of parameters small enough to count.

#include "parallel/zero/layout.hpp"

#include <map>
#include <string>

#include <gtest/gtest.h>

#include "tests/parallel/zero/layouts.hpp"

namespace {

using parallel::Sharding;
using parallel::sharding_of;
using parallel::StateLayout;
using sim::ParameterSpec;
using test::layout_of;
using test::matrix;
using test::vectors;

using Sizes = std::vector<std::int64_t>;

Sizes sizes_of(const StateLayout& layout) {
  Sizes sizes;
  for (const auto& unit : layout.units) sizes.push_back(unit.size);
  return sizes;
}

std::vector<Sizes> members_of(const StateLayout& layout) {
  std::vector<Sizes> members;
  for (const auto& unit : layout.units) members.emplace_back(unit.members);
  return members;
}

using Members = std::vector<Sizes>;

// ZeRO's table (Rajbhandari et al. 2020): 1 splits the optimizer, 2 gradients too, 3 weights too.
TEST(Sharding, StagesSplitMoreAndMore) {
  const auto text = [](int stage, int group) {
    const Sharding split = sharding_of(stage, group);
    return std::string(split.optimizer ? "O" : "-") + (split.gradients ? "G" : "-") +
           (split.weights ? "W" : "-");
  };
  EXPECT_EQ(text(0, 4) + text(1, 4) + text(2, 4) + text(3, 4), "---O--OG-OGW");
  EXPECT_EQ(text(3, 1), "---") << "a group of one splits nothing";
  EXPECT_THROW(sharding_of(4, 2), sim::Error);
  EXPECT_THROW(sharding_of(-1, 2), sim::Error);
}

// Reverse forward order with a bucket of 10: {2} + {3,4} would be 9, + {5} 14: closed at 9.
TEST(Layout, UnitsAreWholeParametersInReverseForwardOrder) {
  const StateLayout layout = layout_of(vectors({5, 4, 3, 2}), 0, {}, 10);
  EXPECT_EQ(members_of(layout), (Members{{3, 2, 1}, {0}}));
  EXPECT_EQ(sizes_of(layout), (Sizes{9, 5}));
}

TEST(Layout, AUnitMayFillItsBucketExactly) {
  EXPECT_EQ(members_of(layout_of(vectors({5, 4, 3, 2}), 0, {}, 9)), (Members{{3, 2, 1}, {0}}));
  EXPECT_EQ(members_of(layout_of(vectors({5, 4, 3, 2}), 0, {}, 8)), (Members{{3, 2}, {1}, {0}}));
}

TEST(Layout, AParameterLargerThanTheBucketIsAUnitAlone) {
  EXPECT_EQ(members_of(layout_of(vectors({2, 50, 3, 4}), 0, {}, 10)), (Members{{3, 2}, {1}, {0}}));
}

// The head's tied table comes first in reverse order, the embedding's last; both stand alone
// although everything would fit into one bucket.
TEST(Layout, ATiedTableIsAUnitOfItsOwn) {
  auto specs = vectors({6, 4, 3, 6});
  specs[0].is_tied = true;
  specs[3].is_tied = true;
  EXPECT_EQ(members_of(layout_of(specs, 0, {}, 1000)), (Members{{3}, {2, 1}, {0}}));
}

// d = 4. The bucket rule counts without padding: 3 + 4 = 7 <= 7 is one unit, padded to 8; 5 -> 8.
// N' = 16, own 4, padding 4.
TEST(Layout, ZeroOneAndTwoPadEachUnit) {
  for (const int stage : {1, 2}) {
    const StateLayout layout = layout_of(vectors({5, 4, 3}), stage, {1, 4}, 7);
    EXPECT_EQ(sizes_of(layout), (Sizes{8, 8}));
    EXPECT_EQ(layout.full_size, 16);
    EXPECT_EQ(layout.own_size, 4);
    EXPECT_EQ(layout.parameters, 12);
    EXPECT_EQ(layout.padding(), 4);
  }
}

// d = 4, stage 3: 3 -> 4, 4 -> 4, 5 -> 8. One unit of 16 at a bucket of 12, own 4, padding 4.
TEST(Layout, ZeroThreePadsEachParameter) {
  const StateLayout layout = layout_of(vectors({5, 4, 3}), 3, {1, 4}, 12);
  EXPECT_EQ(sizes_of(layout), (Sizes{16}));
  EXPECT_EQ(layout.own_size, 4);
  EXPECT_EQ(layout.padding(), 4);
}

TEST(Layout, WithoutZeroNothingIsPadded) {
  const StateLayout layout = layout_of(vectors({5, 4, 3}), 0, {1, 4}, 7);
  EXPECT_EQ(layout.full_size, 12);
  EXPECT_EQ(layout.own_size, 12);
  EXPECT_EQ(layout.padding(), 0);
}

// d = 4, stage 1, units [p2 p1 .] of 8 and [p0 ...] of 8, pieces of 2:
//   unit 0: p2 p2 | p2 p1 | p1 p1 | p1 -        unit 1: p0 p0 | p0 p0 | p0 - | - -
TEST(Layout, SlicesOfRankOne) {
  const StateLayout layout = layout_of(vectors({5, 4, 3}), 1, {1, 4}, 7);
  ASSERT_EQ(layout.slices.size(), 3U);
  const auto expect = [&](std::size_t i, sim::ParameterId id, const Sizes& numbers) {
    const auto& slice = layout.slices[i];
    EXPECT_EQ(slice.parameter, id) << i;
    EXPECT_EQ((Sizes{slice.offset, slice.length, slice.full, slice.own}), numbers) << i;
  };
  expect(0, 2, {2, 1, 2, 0});
  expect(1, 1, {0, 1, 3, 1});
  expect(2, 0, {2, 2, 10, 2});
}
/// How often each element (parameter, index) is owned, over all ranks of the group; padding apart.
std::map<std::pair<std::int64_t, std::int64_t>, int> owners(const std::vector<ParameterSpec>& specs,
                                                            int stage, std::int64_t d,
                                                            std::int64_t bucket) {
  std::map<std::pair<std::int64_t, std::int64_t>, int> count;
  for (std::int64_t rank = 0; rank < d; ++rank) {
    std::int64_t own = 0;
    for (const auto& slice : layout_of(specs, stage, {rank, d}, bucket).slices) {
      EXPECT_EQ(slice.own, own);
      own += slice.length;
      if (slice.parameter == sim::no_parameter) continue;
      for (std::int64_t i = 0; i < slice.length; ++i) {
        ++count[{slice.parameter, slice.offset + i}];
      }
    }
  }
  return count;
}

TEST(Layout, SlicesCoverEachElementExactlyOnce) {
  const auto specs = vectors({5, 4, 3, 11, 1, 2});
  for (const int stage : {1, 2, 3}) {
    for (const std::int64_t d : {2, 3, 4, 8, 16}) {
      for (const std::int64_t bucket : {1, 4, 7, 1000}) {
        const auto count = owners(specs, stage, d, bucket);
        EXPECT_EQ(count.size(), 26U) << stage << ' ' << d << ' ' << bucket;
        for (const auto& [element, times] : count) EXPECT_EQ(times, 1) << element.first;
      }
    }
  }
}

/// The real elements that each rank owns of one parameter of `size` elements.
Sizes real_elements(std::int64_t size, int stage, std::int64_t d) {
  Sizes real;
  for (std::int64_t rank = 0; rank < d; ++rank) {
    std::int64_t own = 0;
    for (const auto& slice : layout_of(vectors({size}), stage, {rank, d}, 1000).slices) {
      if (slice.parameter != sim::no_parameter) own += slice.length;
    }
    real.push_back(own);
  }
  return real;
}

// C47: five elements over two ranks: pieces of 3, the second padded; the whole stays 5.
TEST(Layout, FiveElementsOverTwoRanks) {
  for (const int stage : {1, 2, 3}) {
    EXPECT_EQ(real_elements(5, stage, 2), (Sizes{3, 2}));
    const StateLayout layout = layout_of(vectors({5}), stage, {1, 2}, 1000);
    EXPECT_EQ(layout.parameters, 5);
    EXPECT_EQ(layout.full_size, 6);
    EXPECT_EQ(layout.own_size, 3);
  }
}

// C99: six elements over eight ranks: pieces of one, ranks 6 and 7 own padding alone.
TEST(Layout, SixElementsOverEightRanks) {
  for (const int stage : {1, 2, 3}) {
    EXPECT_EQ(real_elements(6, stage, 8), (Sizes{1, 1, 1, 1, 1, 1, 0, 0}));
    const StateLayout layout = layout_of(vectors({6}), stage, {7, 8}, 1000);
    EXPECT_EQ(layout.full_size, 8);
    ASSERT_EQ(layout.slices.size(), 1U);
    EXPECT_EQ(layout.slices[0].parameter, sim::no_parameter);
  }
}

// A matrix of 4 x 6 cut by columns over t = 2 holds 12 elements a rank; d = 5 pads them to 15.
TEST(Layout, ShardsOfAShardAreCutFromTheLocalPart) {
  std::vector<ParameterSpec> specs = {matrix(4, 6)};
  specs[0].cut = {sim::Cut::Along::columns, 1};
  const StateLayout layout = make_layout(specs, {1, 2}, sharding_of(3, 5), {4, 5}, 1000);
  EXPECT_EQ(layout.parameters, 12);
  EXPECT_EQ(layout.full_size, 15);
  EXPECT_EQ(layout.own_size, 3);
}

}  // namespace
