// Inputs are small integers, so that sums are exact in every type and order of adding.

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "ranks/session.hpp"
#include "tests/ranks/numbers.hpp"
#include "tests/support/session.hpp"

namespace {

using numbers::filled;
using numbers::plain;
using numbers::row;
using numbers::sum_below;
using ranks::Axis;
using ranks::Operation;
using ranks::Reduction;
using test_support::session;

template <class Stored>
class AllReduce : public testing::Test {
 protected:
  [[nodiscard]] ranks::Group everyone(std::int64_t piece = ranks::Session::largest_piece) {
    return session().make_group(Axis::dp, {.dp = session().size()}, record_, piece);
  }
  [[nodiscard]] std::int64_t n() const { return session().size(); }
  [[nodiscard]] std::int64_t me() const { return session().rank(); }

  ranks::TrafficRecord record_;
};

using Reducible = testing::Types<float, sim::Fp16, sim::Bf16, std::int64_t>;
TYPED_TEST_SUITE(AllReduce, Reducible);

TYPED_TEST(AllReduce, Sums) {
  for (const std::int64_t piece : {std::int64_t{3}, ranks::Session::largest_piece}) {
    ranks::Group group = this->everyone(piece);
    for (const std::int64_t size : {0, 1, 3, 7, 1000}) {
      // Rank r holds i % 5 - 2 + r: the sum is n (i % 5 - 2) + n(n-1)/2, at most 16 + 28.
      auto values = filled<TypeParam>(size, [&](auto i) { return i % 5 - 2 + this->me(); });
      group.all_reduce(row(values));
      EXPECT_EQ(plain(values), plain(filled<TypeParam>(size, [&](auto i) {
                  return this->n() * (i % 5 - 2) + sum_below(this->n());
                })));
    }
  }
}

TYPED_TEST(AllReduce, TakesTheMaximum) {
  for (const std::int64_t piece : {std::int64_t{4}, ranks::Session::largest_piece}) {
    ranks::Group group = this->everyone(piece);
    // Rank r holds -i - |r - i % n|: the largest is -i, held by rank i % n alone.
    auto values =
        filled<TypeParam>(21, [&](auto i) { return -i - std::abs(this->me() - i % this->n()); });
    group.all_reduce(row(values), Reduction::max);
    EXPECT_EQ(plain(values), plain(filled<TypeParam>(21, [](auto i) { return -i; })));
  }
}

TYPED_TEST(AllReduce, IsExactUpToTheLastIntegerOfTheType) {
  // 256 is where bf16 stops holding every integer; 1, 2, 4, 8 divide it, for 3 ranks 255 is taken.
  ranks::Group group = this->everyone();
  const std::int64_t share = 256 / this->n();
  auto values = filled<TypeParam>(5, [&](auto) { return share; });
  group.all_reduce(row(values));
  EXPECT_EQ(plain(values), std::vector<double>(5, static_cast<double>(share * this->n())));
}

TYPED_TEST(AllReduce, RecordsItsBufferOnceHoweverManyPieces) {
  ranks::Group group = this->everyone(2);
  auto values = filled<TypeParam>(9, [](auto i) { return i; });
  group.all_reduce(row(values));
  group.all_reduce(row(values).column_block(0, 0));
  const auto& count = this->record_.at(Axis::dp, Operation::all_reduce);
  const bool alone = this->n() == 1;
  EXPECT_EQ(count.calls, alone ? 0 : 2);
  EXPECT_EQ(count.bytes, alone ? 0 : 9 * static_cast<std::int64_t>(sizeof(TypeParam)));
}

class AllReduceDetails : public AllReduce<float> {};

TEST_F(AllReduceDetails, Fp16IsExactTo2048) {
  ranks::Group group = everyone();
  const std::int64_t share = 2048 / n();
  auto values = filled<sim::Fp16>(3, [&](auto) { return share; });
  group.all_reduce(row(values));
  EXPECT_EQ(plain(values), std::vector<double>(3, static_cast<double>(share * n())));
}

TEST_F(AllReduceDetails, SixteenBitSumsRoundToNearestEvenAtEachHop) {
  if (n() != 2) GTEST_SKIP() << "one hop needs two ranks";
  ranks::Group group = everyone();
  // bf16 counts by twos above 256: 257 lies between 256 and 258 and goes to the even 256, 259 to
  // 260. fp16 does so above 2048.
  std::vector<sim::Bf16> bf16 = {sim::Bf16(me() == 0 ? 256.0F : 1.0F),
                                 sim::Bf16(me() == 0 ? 256.0F : 3.0F)};
  group.all_reduce(row(bf16));
  EXPECT_EQ(plain(bf16), (std::vector<double>{256, 260}));
  std::vector<sim::Fp16> fp16 = {sim::Fp16(me() == 0 ? 2048.0F : 1.0F),
                                 sim::Fp16(me() == 0 ? 2048.0F : 3.0F)};
  group.all_reduce(row(fp16));
  EXPECT_EQ(plain(fp16), (std::vector<double>{2048, 2052}));
}

TEST_F(AllReduceDetails, Fp16OverflowsToInfinityOnEveryRank) {
  if (n() == 1) GTEST_SKIP() << "a group of one adds nothing";
  ranks::Group group = everyone();
  std::vector<sim::Fp16> values = {sim::Fp16(65504.0F)};  // fp16's largest
  group.all_reduce(row(values));
  EXPECT_EQ(static_cast<float>(values[0]), std::numeric_limits<float>::infinity());
}

TEST_F(AllReduceDetails, NotANumberOnOneRankReachesAll) {
  ranks::Group group = everyone();
  const float own = me() == n() - 1 ? std::numeric_limits<float>::quiet_NaN() : 1.0F;
  std::vector<sim::Fp16> fp16 = {sim::Fp16(own)};
  std::vector<sim::Bf16> bf16 = {sim::Bf16(own)};
  group.all_reduce(row(fp16));
  group.all_reduce(row(bf16));
  EXPECT_TRUE(std::isnan(static_cast<float>(fp16[0])));
  EXPECT_TRUE(std::isnan(static_cast<float>(bf16[0])));
}

TEST_F(AllReduceDetails, ReducesOneDouble) {
  ranks::Group group = session().make_group(Axis::control, {.dp = session().size()}, record_);
  // r + 0.5 over n ranks: n(n-1)/2 + n/2
  EXPECT_EQ(group.all_reduce(static_cast<double>(me()) + 0.5),
            static_cast<double>(sum_below(n())) + static_cast<double>(n()) / 2);
  EXPECT_EQ(group.all_reduce(-static_cast<double>(me()) - 1, Reduction::max), -1.0);
  const auto& count = record_.at(Axis::control, Operation::all_reduce);
  EXPECT_EQ(count.calls, n() == 1 ? 0 : 2);
  EXPECT_EQ(count.bytes, n() == 1 ? 0 : 16);
}

TEST_F(AllReduceDetails, SumToFirstLeavesTheOthersAlone) {
  for (const std::int64_t piece : {std::int64_t{2}, ranks::Session::largest_piece}) {
    ranks::Group group = everyone(piece);
    auto values = filled<float>(5, [&](auto i) { return i + me(); });
    const auto before = values;
    group.sum_to_first(row(values));
    EXPECT_EQ(values, me() == 0 ? filled<float>(5, [&](auto i) { return n() * i + sum_below(n()); })
                                : before);
  }
  EXPECT_EQ(record_.at(Axis::dp, Operation::all_reduce).calls, 0);
}

// Case C103: reductions of strided memory fail or overwrite in MPI. They are refused; the caller
// packs.
TEST_F(AllReduceDetails, RefusesStridedViewsAndBytes) {
  ranks::Group group = everyone();
  auto matrix = filled<float>(12, [](auto i) { return i; });
  const sim::View columns = row(matrix).reshaped(3, 4).column_block(1, 2);
  EXPECT_THROW(group.all_reduce(columns), sim::Error);
  std::vector<std::uint8_t> bytes(4);
  EXPECT_THROW(group.all_reduce(row(bytes)), sim::Error);
  std::vector<std::int8_t> codes(4);
  EXPECT_THROW(group.all_reduce(row(codes)), sim::Error);
  EXPECT_EQ(record_.at(Axis::dp, Operation::all_reduce).calls, 0);
}

}  // namespace
