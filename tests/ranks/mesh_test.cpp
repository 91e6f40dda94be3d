#include "ranks/mesh.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "sim/ensure.hpp"

namespace {

using ranks::Axis;
using ranks::Coordinates;
using ranks::MeshShape;

struct Row {
  int rank;
  Coordinates at;
  std::vector<int> tp, dp, pp, tied;  // tied empty: the rank alone
};

// rank = tp + t * (dp + d * pp), written out by hand.
void expect_table(const MeshShape& shape, const std::vector<Row>& table) {
  for (const Row& row : table) {
    SCOPED_TRACE(row.rank);
    EXPECT_EQ(ranks::coordinates_of(row.rank, shape), row.at);
    EXPECT_EQ(ranks::rank_of(row.at, shape), row.rank);
    EXPECT_EQ(ranks::members(Axis::tp, row.rank, shape), row.tp);
    EXPECT_EQ(ranks::members(Axis::dp, row.rank, shape), row.dp);
    EXPECT_EQ(ranks::members(Axis::pp, row.rank, shape), row.pp);
    const std::vector<int> alone{row.rank};
    EXPECT_EQ(ranks::members(Axis::tied, row.rank, shape), row.tied.empty() ? alone : row.tied);
  }
}

TEST(Mesh, TwoByTwoByTwo) {
  // stage 0: dp 0 = ranks 0 1, dp 1 = ranks 2 3; stage 1: dp 0 = ranks 4 5, dp 1 = ranks 6 7.
  // With two stages the tied pair is the pipeline.
  expect_table({.dp = 2, .tp = 2, .pp = 2},
               {{0, {.dp = 0, .tp = 0, .pp = 0}, {0, 1}, {0, 2}, {0, 4}, {0, 4}},
                {1, {.dp = 0, .tp = 1, .pp = 0}, {0, 1}, {1, 3}, {1, 5}, {1, 5}},
                {2, {.dp = 1, .tp = 0, .pp = 0}, {2, 3}, {0, 2}, {2, 6}, {2, 6}},
                {3, {.dp = 1, .tp = 1, .pp = 0}, {2, 3}, {1, 3}, {3, 7}, {3, 7}},
                {4, {.dp = 0, .tp = 0, .pp = 1}, {4, 5}, {4, 6}, {0, 4}, {0, 4}},
                {5, {.dp = 0, .tp = 1, .pp = 1}, {4, 5}, {5, 7}, {1, 5}, {1, 5}},
                {6, {.dp = 1, .tp = 0, .pp = 1}, {6, 7}, {4, 6}, {2, 6}, {2, 6}},
                {7, {.dp = 1, .tp = 1, .pp = 1}, {6, 7}, {5, 7}, {3, 7}, {3, 7}}});
}

TEST(Mesh, OddSizes) {
  // t = 2, d = 3, p = 5: a stage has 6 ranks, a replica's tp group 2.
  expect_table(
      {.dp = 3, .tp = 2, .pp = 5},
      {{0, {.dp = 0, .tp = 0, .pp = 0}, {0, 1}, {0, 2, 4}, {0, 6, 12, 18, 24}, {0, 24}},
       {5, {.dp = 2, .tp = 1, .pp = 0}, {4, 5}, {1, 3, 5}, {5, 11, 17, 23, 29}, {5, 29}},
       {6, {.dp = 0, .tp = 0, .pp = 1}, {6, 7}, {6, 8, 10}, {0, 6, 12, 18, 24}, {}},
       {15, {.dp = 1, .tp = 1, .pp = 2}, {14, 15}, {13, 15, 17}, {3, 9, 15, 21, 27}, {}},
       {22, {.dp = 2, .tp = 0, .pp = 3}, {22, 23}, {18, 20, 22}, {4, 10, 16, 22, 28}, {}},
       {29, {.dp = 2, .tp = 1, .pp = 4}, {28, 29}, {25, 27, 29}, {5, 11, 17, 23, 29}, {5, 29}}});
}

TEST(Mesh, OneRank) {
  expect_table({}, {{0, {.dp = 0, .tp = 0, .pp = 0}, {0}, {0}, {0}, {}}});
  EXPECT_EQ(ranks::members(Axis::control, 0, {}), std::vector<int>{0});
}

TEST(Mesh, GroupsOfAnAxisPartitionTheMesh) {
  for (const MeshShape& shape :
       {MeshShape{2, 2, 2}, MeshShape{3, 2, 5}, MeshShape{4, 1, 3}, MeshShape{1, 7, 1}}) {
    for (const Axis axis : {Axis::dp, Axis::tp, Axis::pp, Axis::control}) {
      for (int rank = 0; rank < shape.size(); ++rank) {
        const std::vector<int> group = ranks::members(axis, rank, shape);
        EXPECT_TRUE(std::is_sorted(group.begin(), group.end()));
        EXPECT_EQ(std::count(group.begin(), group.end(), rank), 1);
        // Whoever is in my group sees the same group: no rank belongs to two.
        for (const int other : group) EXPECT_EQ(ranks::members(axis, other, shape), group);
      }
    }
  }
}

TEST(Mesh, ControlIsEveryRank) {
  EXPECT_EQ(ranks::members(Axis::control, 3, {.dp = 2, .tp = 1, .pp = 3}),
            (std::vector<int>{0, 1, 2, 3, 4, 5}));
}

TEST(Mesh, RefusesWhatLiesOutside) {
  const MeshShape shape{.dp = 2, .tp = 3, .pp = 4};
  EXPECT_THROW(ranks::coordinates_of(24, shape), sim::Error);
  EXPECT_THROW(ranks::coordinates_of(-1, shape), sim::Error);
  EXPECT_THROW(ranks::rank_of({.dp = 2, .tp = 0, .pp = 0}, shape), sim::Error);
  EXPECT_THROW(ranks::rank_of({.dp = 0, .tp = 3, .pp = 0}, shape), sim::Error);
  EXPECT_THROW(ranks::rank_of({.dp = 0, .tp = 0, .pp = -1}, shape), sim::Error);
  EXPECT_THROW(ranks::members(Axis::dp, 0, {.dp = 0, .tp = 1, .pp = 1}), sim::Error);
}

// The place of a rank in its group is where the list of members has it, on every axis.
TEST(Mesh, PlacesAreThoseOfTheMembers) {
  const MeshShape shape{.dp = 3, .tp = 2, .pp = 3};
  for (int rank = 0; rank < shape.size(); ++rank) {
    for (const Axis axis : sim::enumerators<Axis>) {
      const auto group = ranks::members(axis, rank, shape);
      const auto place = ranks::place_in(axis, ranks::coordinates_of(rank, shape), shape);
      ASSERT_EQ(std::ssize(group), place.size) << name_of(axis) << rank;
      EXPECT_EQ(group.at(static_cast<std::size_t>(place.rank)), rank) << name_of(axis);
    }
  }
}

}  // namespace
