// The lists that GPipe and 1F1B hand to the executor, written out by hand.

#include "parallel/schedule/schedule.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/ensure.hpp"

namespace {

using parallel::Action;
using parallel::PipelineSchedule;
using parallel::Schedule;

/// "r0 F0 s0 | g0 B0 W0 d0 | R": receive activation, forward, send activation; receive gradient,
/// the backward's two halves, send gradient; reduce.
std::string text_of(const Schedule& schedule) {
  std::string text;
  for (const auto& instruction : schedule) {
    if (!text.empty()) text += ' ';
    constexpr std::string_view letters = "rFsgBWdR";
    text += letters.at(static_cast<std::size_t>(instruction.action));
    if (instruction.action != Action::reduce) text += std::to_string(instruction.micro_batch);
  }
  return text;
}

/// Forwards and backwards alone: "F0 F1 B0 ...".
std::string work_of(const Schedule& schedule) {
  Schedule work;
  for (const auto& instruction : schedule) {
    if (instruction.action == Action::forward || instruction.action == Action::backward_input) {
      work.push_back(instruction);
    }
  }
  return text_of(work);
}

TEST(Schedule, GpipeDoesAllForwardsThenAllBackwardsInTheSameOrder) {
  EXPECT_EQ(work_of(parallel::gpipe(0, 4, 4)), "F0 F1 F2 F3 B0 B1 B2 B3");
  EXPECT_EQ(work_of(parallel::gpipe(3, 4, 4)), "F0 F1 F2 F3 B0 B1 B2 B3");
}

TEST(Schedule, GpipeMessagesStandWhereTheNeighboursNeedThem) {
  EXPECT_EQ(text_of(parallel::gpipe(0, 3, 2)), "F0 s0 F1 s1 g0 B0 W0 g1 B1 W1 R");
  EXPECT_EQ(text_of(parallel::gpipe(1, 3, 2)), "r0 F0 s0 r1 F1 s1 g0 B0 W0 d0 g1 B1 W1 d1 R");
  EXPECT_EQ(text_of(parallel::gpipe(2, 3, 2)), "r0 F0 r1 F1 B0 W0 d0 B1 W1 d1 R");
}

// Narayanan et al. 2021, figure 4 (top): with p = 4 the stages warm up with 3, 2, 1, 0 forwards.
TEST(Schedule, OneForwardOneBackwardOfFourStagesAndFourMicroBatches) {
  const auto work = [](std::int64_t stage) {
    return work_of(parallel::one_forward_one_backward(stage, 4, 4));
  };
  EXPECT_EQ(work(0), "F0 F1 F2 F3 B0 B1 B2 B3");
  EXPECT_EQ(work(1), "F0 F1 F2 B0 F3 B1 B2 B3");
  EXPECT_EQ(work(2), "F0 F1 B0 F2 B1 F3 B2 B3");
  EXPECT_EQ(work(3), "F0 B0 F1 B1 F2 B2 F3 B3");
}

TEST(Schedule, OneForwardOneBackwardKeepsTakingTurnsWhileMicroBatchesLast) {
  EXPECT_EQ(work_of(parallel::one_forward_one_backward(0, 3, 6)),
            "F0 F1 F2 B0 F3 B1 F4 B2 F5 B3 B4 B5");
  EXPECT_EQ(work_of(parallel::one_forward_one_backward(1, 3, 6)),
            "F0 F1 B0 F2 B1 F3 B2 F4 B3 F5 B4 B5");
}

TEST(Schedule, OneForwardOneBackwardMessages) {
  EXPECT_EQ(text_of(parallel::one_forward_one_backward(1, 3, 2)),
            "r0 F0 s0 r1 F1 s1 g0 B0 W0 d0 g1 B1 W1 d1 R");
  EXPECT_EQ(text_of(parallel::one_forward_one_backward(2, 3, 2)),
            "r0 F0 B0 W0 d0 r1 F1 B1 W1 d1 R");
}

// C77: fewer micro-batches than stages. Warm-up min(m, p - 1 - i): with p = 4 and m = 2 that is
// 2, 2, 1, 0 and with m = 1 it is 1, 1, 1, 0 forwards before the first backward has its turn.
TEST(Schedule, WarmUpIsNeverLongerThanTheMicroBatches) {
  const auto work = [](std::int64_t stage, std::int64_t m) {
    return work_of(parallel::one_forward_one_backward(stage, 4, m));
  };
  EXPECT_EQ(work(0, 2), "F0 F1 B0 B1");
  EXPECT_EQ(work(1, 2), "F0 F1 B0 B1");
  EXPECT_EQ(work(2, 2), "F0 F1 B0 B1");
  EXPECT_EQ(work(3, 2), "F0 B0 F1 B1");
  for (const std::int64_t stage : {0, 1, 2, 3}) EXPECT_EQ(work(stage, 1), "F0 B0");
}

TEST(Schedule, OneStageSendsNothing) {
  EXPECT_EQ(text_of(parallel::gpipe(0, 1, 2)), "F0 F1 B0 W0 B1 W1 R");
  EXPECT_EQ(text_of(parallel::one_forward_one_backward(0, 1, 2)), "F0 B0 W0 F1 B1 W1 R");
}

TEST(Schedule, KindChoosesTheList) {
  EXPECT_EQ(parallel::make_schedule(PipelineSchedule::gpipe, 2, 4, 3), parallel::gpipe(2, 4, 3));
  EXPECT_EQ(parallel::make_schedule(PipelineSchedule::one_forward_one_backward, 2, 4, 3),
            parallel::one_forward_one_backward(2, 4, 3));
  EXPECT_NE(parallel::gpipe(2, 4, 3), parallel::one_forward_one_backward(2, 4, 3));
}

TEST(Schedule, RefusesStagesAndMicroBatchesThatAreNone) {
  const auto make = [](std::int64_t stage, std::int64_t stages, std::int64_t m) {
    return parallel::make_schedule(PipelineSchedule::gpipe, stage, stages, m);
  };
  EXPECT_THROW(make(-1, 4, 1), sim::Error);
  EXPECT_THROW(make(4, 4, 1), sim::Error);
  EXPECT_THROW(make(0, 4, 0), sim::Error);
}

}  // namespace
