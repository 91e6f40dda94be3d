#include "scenarios/judge/verdict_rules.hpp"

#include <gtest/gtest.h>

namespace scenarios {
namespace {

constexpr double two_53 = 9007199254740992.0;
constexpr Int128 integer_two_53 = 9007199254740992;

struct Row {
  double estimate;
  Measured measured;
  AgreementKind agreement;
  std::optional<double> bound;
  Verdict verdict;
};

TEST(Verdict, FollowsItsRulesAtEveryBoundary) {
  const auto exact = AgreementKind::exact;
  const auto within = AgreementKind::within;
  const auto upper = AgreementKind::upper_bound;
  const auto lower = AgreementKind::lower_bound;
  const Row rows[] = {
      // equal is exact, whatever is claimed
      {100, {100}, exact, {}, Verdict::exact},
      {100, {100}, within, 0.0, Verdict::exact},
      {100, {100}, upper, {}, Verdict::exact},
      {100, {100}, lower, {}, Verdict::exact},
      {0, {0}, exact, {}, Verdict::exact},
      // below 2^53 there is no tolerance
      {100.5, {100}, exact, {}, Verdict::off},
      {two_53 - 2, {integer_two_53 - 1}, exact, {}, Verdict::off},
      {two_53 - 1, {integer_two_53 - 1}, exact, {}, Verdict::exact},
      // above, 4 units in the last place, which are 2 each
      {two_53, {integer_two_53}, exact, {}, Verdict::exact_rounded},
      {two_53 + 8, {integer_two_53}, exact, {}, Verdict::exact_rounded},
      {two_53 + 10, {integer_two_53}, exact, {}, Verdict::off},
      {two_53 - 1, {integer_two_53}, exact, {}, Verdict::exact_rounded},
      // within: the bound itself belongs to it
      {90, {100}, within, 10.0, Verdict::within},
      {110, {100}, within, 10.0, Verdict::within},
      {110 + 5e-12, {100}, within, 10.0, Verdict::within},
      {110 + 1e-9, {100}, within, 10.0, Verdict::off},
      {89.999, {100}, within, 10.0, Verdict::off},
      // a bound holds on its side alone
      {101, {100}, upper, {}, Verdict::bound},
      {99, {100}, upper, {}, Verdict::off},
      {99, {100}, lower, {}, Verdict::bound},
      {101, {100}, lower, {}, Verdict::off},
      // a mean: 10 over 4 ranks
      {2.5, {10, 4}, exact, {}, Verdict::exact},
      {2, {10, 4}, exact, {}, Verdict::off},
      {2, {10, 4}, within, 0.5, Verdict::within},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(name_of(verdict_on(row.estimate, row.measured, row.agreement, row.bound)),
              name_of(row.verdict))
        << row.estimate << " of " << row.measured.value() << " " << name_of(row.agreement);
  }
}

TEST(Expected, IsMetByTheSameOrByExact) {
  const Verdict all[] = {Verdict::exact, Verdict::exact_rounded, Verdict::within,
                         Verdict::bound, Verdict::off,           Verdict::outside};
  // Rows: exact, within, bound, off, outside are expected; columns as in `all`.
  const bool met[5][6] = {{true, true, false, false, false, false},
                          {true, true, true, false, false, false},
                          {true, true, false, true, false, false},
                          {false, false, false, false, true, false},
                          {false, false, false, false, false, true}};
  const Verdict expected[] = {Verdict::exact, Verdict::within, Verdict::bound, Verdict::off,
                              Verdict::outside};
  for (int row = 0; row < 5; ++row) {
    for (int column = 0; column < 6; ++column) {
      EXPECT_EQ(meets(all[column], expected[row], 2.0, std::nullopt), met[row][column])
          << name_of(all[column]) << " for " << name_of(expected[row]);
    }
  }
}

TEST(Expected, OffMeetsItsRatioToOnePartInAThousand) {
  const auto off = [](std::optional<double> measured, std::optional<double> stated) {
    return meets(Verdict::off, Verdict::off, measured, stated);
  };
  EXPECT_TRUE(off(2.0, 2.0));
  EXPECT_TRUE(off(2.0019, 2.0));
  EXPECT_TRUE(off(1.9981, 2.0));
  EXPECT_FALSE(off(2.0021, 2.0));
  EXPECT_FALSE(off(1.9979, 2.0));
  EXPECT_TRUE(off(7.0, std::nullopt));
  EXPECT_FALSE(off(std::nullopt, 2.0));  // nothing was measured to be 0
  // Errors that cancel: the ratio is derived to be 1.
  EXPECT_TRUE(meets(Verdict::exact, Verdict::off, 1.0, 1.0));
  EXPECT_FALSE(meets(Verdict::exact, Verdict::off, 1.0, 2.0));
  EXPECT_FALSE(meets(Verdict::exact, Verdict::off, 1.0, std::nullopt));
}

TEST(Measured, TakesMeanMaximumAndSumOverRanks) {
  const Counted values[] = {{3}, {9}, {4}};
  EXPECT_EQ(over_ranks(Scope::max, values).value(), 9);
  EXPECT_EQ(over_ranks(Scope::sum, values).value(), 16);
  EXPECT_DOUBLE_EQ(over_ranks(Scope::mean, values).value(), 16.0 / 3.0);
  EXPECT_FALSE(over_ranks(Scope::mean, values).is_integer());
  EXPECT_EQ(over_ranks(Scope::rank, {values, 1}).value(), 3);
}

// Five ranks with 3 and two with 10.
TEST(Measured, CountsEachClassAsItsRanks) {
  const Counted values[] = {{.value = 3, .ranks = 5}, {.value = 10, .ranks = 2}};
  EXPECT_EQ(over_ranks(Scope::max, values).value(), 10);
  EXPECT_EQ(over_ranks(Scope::sum, values).value(), 35);
  EXPECT_EQ(over_ranks(Scope::mean, values).value(), 5);
  EXPECT_EQ(over_ranks(Scope::rank, {values, 1}).value(), 3);
}

// Four ranks of 2^62: the sum needs 65 bits.
TEST(Measured, SumsIn128Bits) {
  const std::int64_t huge = std::int64_t{1} << 62;
  const Counted values[] = {{huge, 3}, {huge + 1}};
  const Measured sum = over_ranks(Scope::sum, values);
  EXPECT_EQ(sum.sum, Int128{4} * huge + 1);
  EXPECT_EQ(over_ranks(Scope::mean, {values, 1}).value(), static_cast<double>(huge));
}

}  // namespace
}  // namespace scenarios
