// A rank's operations as they were entered, and how much of them is stored.

#include "ranks/operation_log.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "sim/ensure.hpp"

namespace {

using ranks::Axis;
using ranks::FoldedSequence;
using ranks::LogEntry;
using ranks::LoggedCall;
using ranks::LoggedCompute;
using ranks::LoggedInstruction;
using ranks::LoggedMessage;
using ranks::OperationLog;

std::vector<std::int64_t> unfolded(const FoldedSequence& sequence) {
  std::vector<std::int64_t> numbers;
  sequence.for_each([&](std::int64_t number) { numbers.push_back(number); });
  return numbers;
}

FoldedSequence folded(const std::vector<std::int64_t>& numbers) {
  FoldedSequence sequence;
  for (const std::int64_t number : numbers) sequence.push(number);
  return sequence;
}

// 1 (2 3)^3 4: the four at the top and the two in the repeat.
TEST(FoldedSequence, StoresARepeatOnce) {
  const std::vector<std::int64_t> numbers = {1, 2, 3, 2, 3, 2, 3, 4};
  EXPECT_EQ(unfolded(folded(numbers)), numbers);
  EXPECT_EQ(folded(numbers).stored(), 5U);
}

// ((1)^3 2)^k: two nodes in the outer repeat, one in the inner.
TEST(FoldedSequence, RepeatsHoldRepeats) {
  std::vector<std::int64_t> numbers;
  for (int i = 0; i < 50; ++i) numbers.insert(numbers.end(), {1, 1, 1, 2});
  EXPECT_EQ(unfolded(folded(numbers)), numbers);
  EXPECT_EQ(folded(numbers).stored(), 4U);
}

// Few numbers, so that repeats begin and break off everywhere.
TEST(FoldedSequence, UnfoldsToWhatWasPushed) {
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    std::uniform_int_distribution<std::int64_t> number(0, 1 + round % 4);
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(round));
    std::ranges::generate(numbers, [&] { return number(random); });
    EXPECT_EQ(unfolded(folded(numbers)), numbers);
    EXPECT_LE(folded(numbers).stored(), 2 * numbers.size());
  }
}

// Whatever goes before and comes after, more repeats store no more.
TEST(FoldedSequence, DoesNotGrowWithTheRepeats) {
  std::mt19937 random(12);
  std::uniform_int_distribution<std::int64_t> number(0, 5);
  const auto draw = [&](std::size_t length) {
    std::vector<std::int64_t> numbers(length);
    std::ranges::generate(numbers, [&] { return number(random); });
    return numbers;
  };
  for (std::size_t round = 1; round < 100; ++round) {
    const auto before = draw(round % 9);
    const auto period = draw(1 + round % 23);
    const auto after = draw(round % 7);
    const auto stored = [&](int repeats) {
      std::vector<std::int64_t> numbers = before;
      for (int i = 0; i < repeats; ++i) numbers.insert(numbers.end(), period.begin(), period.end());
      numbers.insert(numbers.end(), after.begin(), after.end());
      return folded(numbers).stored();
    };
    EXPECT_EQ(stored(100), stored(8)) << round;
  }
}

std::vector<LogEntry> entries_of(const OperationLog& log) {
  std::vector<LogEntry> entries;
  log.for_each([&](const LogEntry& entry) { entries.push_back(entry); });
  return entries;
}

constexpr LoggedMessage sum = {Axis::tp, LoggedCall::all_reduce, 64, 2};
constexpr LoggedMessage sent = {Axis::pp, LoggedCall::send, 128, 4, 1, 0};

TEST(OperationLog, ReadsTheComputationBetweenMessages) {
  sim::FlopCounter flops;
  OperationLog log(flops);
  log.begin_step();
  log.begin({1, 0, 0});
  flops.add_matmul(100);
  flops.enter(sim::Phase::recompute);
  flops.add_elementwise(7);
  log.add(sum);
  log.add(sent);
  flops.add_elementwise(5);
  log.begin({2, 0, 0});
  log.end_step();
  EXPECT_EQ(entries_of(log),
            (std::vector<LogEntry>{
                LoggedInstruction{1, 0, 0}, LoggedCompute{sim::Phase::forward, 100, 0},
                LoggedCompute{sim::Phase::recompute, 0, 7}, sum, sent,
                LoggedCompute{sim::Phase::recompute, 0, 5}, LoggedInstruction{2, 0, 0}}));
}

TEST(OperationLog, AMessageBelongsToAnInstruction) {
  const sim::FlopCounter flops;
  OperationLog log(flops);
  EXPECT_THROW(log.add(sum), sim::Error);
}

/// Enters `micro_batches` times a forward and a backward, and the same into `expected`.
void enter(sim::FlopCounter& flops, OperationLog& log, std::int64_t micro_batches,
           std::vector<LogEntry>& expected) {
  flops.begin_step();
  log.begin_step();
  const auto play = [&](const LoggedInstruction& instruction, std::int64_t matmul) {
    log.begin(instruction);
    expected.emplace_back(instruction);
    for (int i = 0; i < 3; ++i) {
      flops.add_matmul(matmul);
      log.add(sum);
      expected.emplace_back(LoggedCompute{sim::Phase::forward, matmul, 0});
      expected.emplace_back(sum);
    }
  };
  for (std::int64_t j = 0; j < micro_batches; ++j) {
    play({0, 0, j}, 10);
    if (j >= 2) play({1, 0, j - 2}, 20);
  }
  for (std::int64_t j = std::max<std::int64_t>(micro_batches - 2, 0); j < micro_batches; ++j) {
    play({1, 0, j}, 20);
  }
  log.end_step();
}

TEST(OperationLog, UnfoldsToWhatWasEntered) {
  for (const std::int64_t m : {1, 2, 3, 5, 40}) {
    sim::FlopCounter flops;
    OperationLog log(flops);
    std::vector<LogEntry> expected;
    enter(flops, log, m, expected);
    EXPECT_EQ(entries_of(log), expected) << m;
  }
}

TEST(OperationLog, DoesNotGrowWithTheMicroBatches) {
  sim::FlopCounter flops;
  OperationLog few(flops);
  OperationLog many(flops);
  std::vector<LogEntry> expected;
  enter(flops, few, 8, expected);
  enter(flops, many, 5000, expected);
  EXPECT_EQ(many.stored(), few.stored());
  EXPECT_FALSE(many == few);
}

TEST(OperationLog, EqualsOneOfTheSameEntries) {
  sim::FlopCounter flops;
  OperationLog one(flops);
  OperationLog other(flops);
  std::vector<LogEntry> expected;
  enter(flops, one, 7, expected);
  enter(flops, other, 9, expected);
  EXPECT_FALSE(one == other);
  enter(flops, other, 7, expected);
  EXPECT_TRUE(one == other);
}

}  // namespace
