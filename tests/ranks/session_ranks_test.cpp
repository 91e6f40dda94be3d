#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "ranks/session.hpp"
#include "tests/ranks/numbers.hpp"
#include "tests/support/session.hpp"

namespace {

using ranks::Axis;
using ranks::MeshShape;
using test_support::session;

/// The sum of the session ranks of the group that this rank gets.
double sum_of_ranks(Axis axis, const MeshShape& shape) {
  ranks::TrafficRecord record;
  ranks::Group group = session().make_group(axis, shape, record);
  EXPECT_EQ(group.axis(), axis);
  return group.all_reduce(static_cast<double>(session().rank()));
}

TEST(Session, MakesTheGroupsOfTheMesh) {
  if (session().size() != 8) GTEST_SKIP() << "the table is that of 8 ranks";
  // t = d = p = 2 (mesh_test.cpp): tp {0,1} {2,3} {4,5} {6,7}; dp {0,2} {1,3} {4,6} {5,7};
  // pp and tied {0,4} {1,5} {2,6} {3,7}.
  const MeshShape shape{.dp = 2, .tp = 2, .pp = 2};
  const auto me = static_cast<std::size_t>(session().rank());
  EXPECT_EQ(sum_of_ranks(Axis::tp, shape), (std::vector{1., 1., 5., 5., 9., 9., 13., 13.}[me]));
  EXPECT_EQ(sum_of_ranks(Axis::dp, shape), (std::vector{2., 4., 2., 4., 10., 12., 10., 12.}[me]));
  EXPECT_EQ(sum_of_ranks(Axis::pp, shape), (std::vector{4., 6., 8., 10., 4., 6., 8., 10.}[me]));
  EXPECT_EQ(sum_of_ranks(Axis::tied, shape), (std::vector{4., 6., 8., 10., 4., 6., 8., 10.}[me]));
  EXPECT_EQ(sum_of_ranks(Axis::control, shape), 28.0);
}

TEST(Session, TiesFirstAndLastStageOnly) {
  const int n = session().size();
  if (n < 3) GTEST_SKIP() << "there is no stage between";
  const int me = session().rank();
  const bool at_an_end = me == 0 || me == n - 1;
  EXPECT_EQ(sum_of_ranks(Axis::tied, {.pp = n}), at_an_end ? n - 1 : me);
}

TEST(Session, RanksInAGroupAreThoseOfTheAxis) {
  ranks::TrafficRecord record;
  const int n = session().size();
  const ranks::Group group = session().make_group(Axis::pp, {.pp = n}, record);
  EXPECT_EQ(group.size(), n);
  EXPECT_EQ(group.rank(), session().rank());
}

TEST(Session, RanksOutsideTheMeshGetAGroupOfOne) {
  const int inside = (session().size() + 1) / 2;  // 1 of 1, 1 of 2, 2 of 3, 2 of 4, 4 of 8
  ranks::TrafficRecord record;
  ranks::Group group = session().make_group(Axis::dp, {.dp = inside}, record);
  const bool outside = session().rank() >= inside;
  EXPECT_EQ(group.size(), outside ? 1 : inside);
  EXPECT_EQ(group.rank(), outside ? 0 : session().rank());
  EXPECT_EQ(group.all_reduce(1.0), outside ? 1 : inside);
  if (outside) {
    EXPECT_EQ(record.at(Axis::dp, ranks::Operation::all_reduce).calls, 0);
  }
}

TEST(Session, RefusesAMeshThatNeedsMoreRanks) {
  ranks::TrafficRecord record;
  EXPECT_THROW(
      static_cast<void>(session().make_group(Axis::dp, {.dp = session().size() + 1}, record)),
      sim::Error);
}

TEST(Session, GroupsMayBeMoved) {
  ranks::TrafficRecord record;
  const int n = session().size();
  ranks::Group first = session().make_group(Axis::dp, {.dp = n}, record);
  ranks::Group second = std::move(first);
  first = session().make_group(Axis::tp, {.tp = n}, record);
  EXPECT_EQ(second.all_reduce(1.0), n);
  EXPECT_EQ(first.all_reduce(2.0), 2 * n);
}

TEST(Session, GathersTextsInRankOrder) {
  // Rank r's text has r letters, so that rank 0's is empty.
  const int me = session().rank();
  const auto text_of = [](int rank) {
    return std::string(static_cast<std::size_t>(rank), static_cast<char>('a' + rank));
  };
  std::vector<std::string> expected;
  if (me == 0) {
    for (int rank = 0; rank < session().size(); ++rank) expected.push_back(text_of(rank));
  }
  EXPECT_EQ(session().gather_texts(text_of(me)), expected);
  EXPECT_EQ(session().gather_texts("").size(), expected.size());
}

TEST(Session, SharesTheTextOfRankZero) {
  const std::string own = session().rank() == 0 ? std::string("a\0b", 3) : "something longer";
  EXPECT_EQ(session().share_text(own), std::string("a\0b", 3));
  EXPECT_EQ(session().share_text(session().rank() == 0 ? "" : "ignored"), "");
}

}  // namespace
