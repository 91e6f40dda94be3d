#include "ranks/pieces.hpp"

#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace {

using Pieces = std::vector<std::pair<std::int64_t, std::int64_t>>;

Pieces pieces_of(std::int64_t size, std::int64_t largest) {
  Pieces pieces;
  ranks::for_each_piece(size, largest, [&](std::int64_t offset, std::int64_t count) {
    pieces.emplace_back(offset, count);
  });
  return pieces;
}

TEST(Pieces, CoverEverythingOnce) {
  EXPECT_EQ(pieces_of(0, 4), Pieces{});
  EXPECT_EQ(pieces_of(4, 4), (Pieces{{0, 4}}));
  EXPECT_EQ(pieces_of(5, 4), (Pieces{{0, 4}, {4, 1}}));
  EXPECT_EQ(pieces_of(3, 1), (Pieces{{0, 1}, {1, 1}, {2, 1}}));
}

TEST(Pieces, FiveThousandMillionElementsAreThreeCalls) {
  // 5e9 = 2 * (2^31 - 1) + 705,032,706
  EXPECT_EQ(
      pieces_of(5'000'000'000, ranks::mpi_largest_piece),
      (Pieces{{0, 2'147'483'647}, {2'147'483'647, 2'147'483'647}, {4'294'967'294, 705'032'706}}));
}

TEST(Pieces, CastAtTheBorderIsChecked) {
  EXPECT_EQ(ranks::mpi_count(2'147'483'647), 2'147'483'647);
  EXPECT_THROW(ranks::mpi_count(2'147'483'648), sim::Error);
  EXPECT_THROW(ranks::mpi_count(-1), sim::Error);
  EXPECT_THROW(pieces_of(1, 0), sim::Error);
}

}  // namespace
