#include <array>
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
using test_support::session;

template <class Stored>
class ScatterGather : public testing::Test {
 protected:
  [[nodiscard]] ranks::Group everyone(std::int64_t piece = ranks::Session::largest_piece) {
    return session().make_group(Axis::dp, {.dp = session().size()}, record_, piece);
  }
  [[nodiscard]] std::int64_t n() const { return session().size(); }
  [[nodiscard]] std::int64_t me() const { return session().rank(); }

  ranks::TrafficRecord record_;
};

using Reducible = testing::Types<float, sim::Fp16, sim::Bf16, std::int64_t>;
TYPED_TEST_SUITE(ScatterGather, Reducible);

// Several blocks in one call, among them an empty one. Pieces of 2 elements reach the path of one
// reduction for each destination, cut once more when a part has 5. Case C95: the buffers have
// exactly the size of their contents.
TYPED_TEST(ScatterGather, ReduceScatterGivesEachRankItsPart) {
  for (const std::int64_t piece : {std::int64_t{2}, ranks::Session::largest_piece}) {
    ranks::Group group = this->everyone(piece);
    std::vector<std::vector<TypeParam>> inputs;
    std::vector<std::vector<TypeParam>> outputs;
    for (const std::int64_t part : {1, 0, 5}) {
      inputs.push_back(
          filled<TypeParam>(this->n() * part, [&](auto i) { return i % 7 + this->me(); }));
      outputs.push_back(filled<TypeParam>(part, [](auto) { return -99; }));
    }
    const std::array<sim::ConstView, 3> from{row(inputs[0]), row(inputs[1]), row(inputs[2])};
    const std::array<sim::View, 3> into{row(outputs[0]), row(outputs[1]), row(outputs[2])};
    group.reduce_scatter(from, into);
    for (const auto& output : outputs) {
      const auto part = static_cast<std::int64_t>(output.size());
      EXPECT_EQ(plain(output), plain(filled<TypeParam>(part, [&](auto i) {
                  return this->n() * ((this->me() * part + i) % 7) + sum_below(this->n());
                })));
    }
  }
}

TYPED_TEST(ScatterGather, AllGatherPutsPartsInOrder) {
  for (const std::int64_t piece :
       {std::int64_t{1}, std::int64_t{9}, ranks::Session::largest_piece}) {
    ranks::Group group = this->everyone(piece);
    std::vector<std::vector<TypeParam>> inputs;
    std::vector<std::vector<TypeParam>> outputs;
    for (const std::int64_t part : {5, 0, 1}) {
      // The whole is 0, 1, 2, ... modulo 256.
      inputs.push_back(
          filled<TypeParam>(part, [&](auto i) { return (this->me() * part + i) % 256; }));
      outputs.push_back(filled<TypeParam>(this->n() * part, [](auto) { return -99; }));
    }
    const std::array<sim::ConstView, 3> from{row(inputs[0]), row(inputs[1]), row(inputs[2])};
    const std::array<sim::View, 3> into{row(outputs[0]), row(outputs[1]), row(outputs[2])};
    group.all_gather(from, into);
    for (const auto& output : outputs) {
      EXPECT_EQ(plain(output), plain(filled<TypeParam>(static_cast<std::int64_t>(output.size()),
                                                       [](auto i) { return i % 256; })));
    }
  }
}

// Only elements [first, first + count) of each part may change; the rest keeps its -99.
TYPED_TEST(ScatterGather, InPlaceGatherTouchesNothingElse) {
  constexpr std::int64_t part = 6;
  struct Range {
    std::int64_t first, count;
  };
  for (const std::int64_t piece :
       {std::int64_t{1}, std::int64_t{9}, ranks::Session::largest_piece}) {
    ranks::Group group = this->everyone(piece);
    for (const Range& range : {Range{0, 6}, Range{2, 3}, Range{5, 1}, Range{6, 0}}) {
      const std::int64_t first = range.first;
      const std::int64_t count = range.count;
      const auto gathered = [&](std::int64_t i) {
        return i % part >= first && i % part < first + count;
      };
      const auto mine = [&](std::int64_t i) { return i / part == this->me(); };
      auto buffer = filled<TypeParam>(this->n() * part,
                                      [&](auto i) { return gathered(i) && mine(i) ? i : -99; });
      group.all_gather_in_place(row(buffer), first, count);
      EXPECT_EQ(plain(buffer), plain(filled<TypeParam>(this->n() * part, [&](auto i) {
                  return gathered(i) ? i : -99;
                })));
    }
  }
}

TYPED_TEST(ScatterGather, RecordsWholeInputsAndWholeResults) {
  // Parts of 3 and 2 elements in pieces of 1: one call each, 5 n elements; in place 2 n elements.
  ranks::Group group = this->everyone(1);
  auto whole_3 = filled<TypeParam>(3 * this->n(), [](auto) { return 1; });
  auto whole_2 = filled<TypeParam>(2 * this->n(), [](auto) { return 1; });
  auto part_3 = filled<TypeParam>(3, [](auto) { return 1; });
  auto part_2 = filled<TypeParam>(2, [](auto) { return 1; });
  group.reduce_scatter(std::array<sim::ConstView, 2>{row(whole_3), row(whole_2)},
                       std::array{row(part_3), row(part_2)});
  group.all_gather(std::array<sim::ConstView, 2>{row(part_3), row(part_2)},
                   std::array{row(whole_3), row(whole_2)});
  group.all_gather_in_place(row(whole_3), 1, 2);
  const std::int64_t calls = this->n() == 1 ? 0 : 1;
  const std::int64_t bytes = calls * this->n() * static_cast<std::int64_t>(sizeof(TypeParam));
  EXPECT_EQ(this->record_.at(Axis::dp, Operation::reduce_scatter).calls, calls);
  EXPECT_EQ(this->record_.at(Axis::dp, Operation::reduce_scatter).bytes, 5 * bytes);
  EXPECT_EQ(this->record_.at(Axis::dp, Operation::all_gather).calls, 2 * calls);
  EXPECT_EQ(this->record_.at(Axis::dp, Operation::all_gather).bytes, (5 + 2) * bytes);
}

class ScatterGatherDetails : public ScatterGather<float> {};

// Large enough for the ring algorithms of Open MPI, which begin at some ten thousand bytes.
TEST_F(ScatterGatherDetails, LargeBuffersComeBackWhole) {
  ranks::Group group = everyone();
  constexpr std::int64_t part = 200'003;
  auto whole = filled<float>(n() * part, [&](auto i) { return i % 1000 + me(); });
  std::vector<float> own(part);
  group.reduce_scatter(std::array<sim::ConstView, 1>{row(whole)}, std::array{row(own)});
  group.all_gather(std::array<sim::ConstView, 1>{row(own)}, std::array{row(whole)});
  EXPECT_EQ(whole,
            filled<float>(n() * part, [&](auto i) { return n() * (i % 1000) + sum_below(n()); }));
}

// Case C95: in place is refused before MPI sees it.
TEST_F(ScatterGatherDetails, RefusesOverlappingBuffers) {
  if (n() == 1) GTEST_SKIP() << "a group of one may share its memory";
  ranks::Group group = everyone();
  std::vector<float> whole(static_cast<std::size_t>(4 * n()), 1.0F);
  const sim::View own = row(whole).column_block(4 * me(), 4);
  EXPECT_THROW(group.reduce_scatter(std::array<sim::ConstView, 1>{row(whole)}, std::array{own}),
               sim::Error);
  EXPECT_THROW(group.all_gather(std::array<sim::ConstView, 1>{own}, std::array{row(whole)}),
               sim::Error);
}

// Case C99: a tensor of 6 elements over n ranks in parts of ceil(6/n): with 8 ranks the last two
// own padding alone, and a tensor of none has null buffers.
TEST_F(ScatterGatherDetails, RanksThatOwnNothingTakePart) {
  ranks::Group group = everyone();
  const std::int64_t part = (6 + n() - 1) / n();
  auto padded = filled<float>(part * n(), [](auto i) { return i < 6 ? i + 1 : 0; });
  std::vector<float> own(static_cast<std::size_t>(part));
  group.reduce_scatter(std::array<sim::ConstView, 1>{row(padded)}, std::array{row(own)});
  EXPECT_EQ(own, filled<float>(part, [&](auto i) {
              const std::int64_t place = me() * part + i;
              return place < 6 ? n() * (place + 1) : 0;
            }));
  const sim::View nothing{};
  group.reduce_scatter(std::array<sim::ConstView, 1>{nothing}, std::array{nothing});
  group.all_gather(std::array<sim::ConstView, 1>{nothing}, std::array{nothing});
  group.all_gather_in_place(nothing, 0, 0);
  group.all_reduce(nothing);
}

TEST_F(ScatterGatherDetails, RefusesSizesThatDoNotFit) {
  ranks::Group group = everyone();
  std::vector<float> whole(static_cast<std::size_t>(2 * n() + 1));
  std::vector<float> part(2);
  std::vector<sim::Fp16> other(2);
  const std::array<sim::ConstView, 1> odd{row(whole)};
  EXPECT_THROW(group.reduce_scatter(odd, std::array{row(part)}), sim::Error);
  whole.pop_back();
  const std::array<sim::ConstView, 1> even{row(whole)};
  EXPECT_THROW(group.reduce_scatter(even, std::array{row(other)}), sim::Error);
  EXPECT_THROW(group.reduce_scatter(even, std::span<const sim::View>{}), sim::Error);
  EXPECT_THROW(group.all_gather_in_place(row(whole), 1, 2), sim::Error);
  EXPECT_THROW(group.all_gather_in_place(row(whole), -1, 1), sim::Error);
  EXPECT_EQ(record_.at(Axis::dp, Operation::reduce_scatter).calls, 0);
}

// Case C97: groups of one do no communication and give the same numbers.
TEST_F(ScatterGatherDetails, GroupOfOneCopiesAndRecordsNothing) {
  ranks::Group alone = session().make_group(Axis::tp, {.dp = session().size()}, record_);
  EXPECT_EQ(alone.size(), 1);
  EXPECT_EQ(alone.rank(), 0);
  auto values = filled<float>(5, [](auto i) { return i + 1; });
  const auto before = values;
  std::vector<float> copy(5);
  alone.reduce_scatter(std::array<sim::ConstView, 1>{row(values)}, std::array{row(copy)});
  EXPECT_EQ(copy, before);
  copy.assign(5, 0.0F);
  alone.all_gather(std::array<sim::ConstView, 1>{row(values)}, std::array{row(copy)});
  EXPECT_EQ(copy, before);
  alone.reduce_scatter(std::array<sim::ConstView, 1>{row(values)}, std::array{row(values)});
  alone.all_gather_in_place(row(values), 0, 5);
  alone.all_reduce(row(values));
  alone.sum_to_first(row(values));
  EXPECT_EQ(values, before);
  EXPECT_EQ(alone.all_reduce(2.5), 2.5);
  for (const Operation operation :
       {Operation::all_reduce, Operation::reduce_scatter, Operation::all_gather}) {
    EXPECT_EQ(record_.at(Axis::tp, operation).calls, 0);
    EXPECT_EQ(record_.at(Axis::tp, operation).bytes, 0);
  }
}

}  // namespace
