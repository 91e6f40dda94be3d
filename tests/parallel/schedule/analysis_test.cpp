// Schedules played without ranks: in-flight peaks, messages, deadlocks.

#include "parallel/schedule/analysis.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "parallel/schedule/schedule.hpp"
#include "sim/ensure.hpp"
#include "tests/parallel/schedule/split_backward.hpp"

namespace {

using parallel::Action;
using parallel::Instruction;
using parallel::PipelineSchedule;
using parallel::Schedule;

constexpr PipelineSchedule gpipe = PipelineSchedule::gpipe;
constexpr PipelineSchedule one_f_one_b = PipelineSchedule::one_forward_one_backward;

std::vector<Schedule> all_stages(PipelineSchedule kind, std::int64_t p, std::int64_t m) {
  std::vector<Schedule> stages;
  for (std::int64_t i = 0; i < p; ++i) stages.push_back(parallel::make_schedule(kind, i, p, m));
  return stages;
}

std::int64_t count(const Schedule& schedule, Action action) {
  return std::count_if(schedule.begin(), schedule.end(),
                       [&](const Instruction& each) { return each.action == action; });
}

std::size_t place_of(const Schedule& schedule, Action action, std::int64_t micro_batch) {
  const auto at = std::find(schedule.begin(), schedule.end(), Instruction{action, 0, micro_batch});
  return static_cast<std::size_t>(at - schedule.begin());
}

// Rows: m = 1, 2, 3, 4, 6, 12; columns: stage 0, 1, 2, 3 of p = 4. min(m, 4 - i), written out.
TEST(Analysis, OneForwardOneBackwardInFlightOfFourStages) {
  using Row = std::vector<std::int64_t>;
  const auto peaks = [](std::int64_t m) {
    return parallel::analyse(all_stages(one_f_one_b, 4, m)).in_flight_peak;
  };
  EXPECT_EQ(peaks(1), (Row{1, 1, 1, 1}));
  EXPECT_EQ(peaks(2), (Row{2, 2, 2, 1}));
  EXPECT_EQ(peaks(3), (Row{3, 3, 2, 1}));
  EXPECT_EQ(peaks(4), (Row{4, 3, 2, 1}));
  EXPECT_EQ(peaks(6), (Row{4, 3, 2, 1}));
  EXPECT_EQ(peaks(12), (Row{4, 3, 2, 1}));
}

TEST(Analysis, InFlightIsBoundedByTheScheduleOnAGrid) {
  for (std::int64_t p = 1; p <= 8; ++p) {
    for (std::int64_t m = 1; m <= 12; ++m) {
      const auto all = parallel::analyse(all_stages(gpipe, p, m));
      const auto turns = parallel::analyse(all_stages(one_f_one_b, p, m));
      EXPECT_EQ(all.deadlock, "") << p << ' ' << m;
      EXPECT_EQ(turns.deadlock, "") << p << ' ' << m;
      for (std::int64_t i = 0; i < p; ++i) {
        const auto at = static_cast<std::size_t>(i);
        EXPECT_EQ(all.in_flight_peak.at(at), m) << p << ' ' << m << ' ' << i;
        EXPECT_EQ(turns.in_flight_peak.at(at), m < p - i ? m : p - i) << p << ' ' << m << ' ' << i;
      }
    }
  }
}

// C93: a boundary carries m activations one way and m gradients back; p = 4, m = 6.
TEST(Analysis, MessagesOfABoundary) {
  for (const PipelineSchedule kind : {gpipe, one_f_one_b}) {
    const auto stages = all_stages(kind, 4, 6);
    constexpr std::array<std::int64_t, 4> forward = {6, 6, 6, 0};
    constexpr std::array<std::int64_t, 4> backward = {0, 6, 6, 6};
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(count(stages[i], Action::send_activation), forward[i]);
      EXPECT_EQ(count(stages[i], Action::receive_gradient), forward[i]);
      EXPECT_EQ(count(stages[i], Action::send_gradient), backward[i]);
      EXPECT_EQ(count(stages[i], Action::receive_activation), backward[i]);
      EXPECT_EQ(count(stages[i], Action::forward), 6);
      EXPECT_EQ(count(stages[i], Action::backward_input), 6);
      EXPECT_EQ(count(stages[i], Action::backward_weight), 6);
      EXPECT_EQ(count(stages[i], Action::reduce), 1);
    }
  }
}

// The first stage wants the gradient before it sends the activation that the last stage needs for
// it: nobody can go on, and the trace says who waits for what.
TEST(Analysis, ACircleOfWaitsIsADeadlock) {
  auto stages = all_stages(one_f_one_b, 2, 1);
  std::swap(stages[0][place_of(stages[0], Action::send_activation, 0)],
            stages[0][place_of(stages[0], Action::receive_gradient, 0)]);
  EXPECT_EQ(parallel::analyse(stages).deadlock,
            "stage 0 waits in receive_gradient of chunk 0, micro-batch 0\n"
            "stage 1 waits in receive_activation of chunk 0, micro-batch 0\n");
}

// A warm-up one forward too short on the middle stage of three: with one outstanding message a
// direction this still ends, but the middle stage holds fewer micro-batches than 1F1B's min(m, 2).
TEST(Analysis, AShorterWarmUpShowsInThePeak) {
  auto stages = all_stages(one_f_one_b, 3, 4);
  EXPECT_EQ(parallel::analyse(stages).in_flight_peak[1], 2);
  stages[1].clear();
  for (std::int64_t j = 0; j < 4; ++j) {
    for (const Action action :
         {Action::receive_activation, Action::forward, Action::send_activation,
          Action::receive_gradient, Action::backward_input, Action::backward_weight,
          Action::send_gradient}) {
      stages[1].push_back({action, 0, j});
    }
  }
  stages[1].push_back({Action::reduce, 0, 0});
  EXPECT_EQ(parallel::analyse(stages).in_flight_peak[1], 1);
}

TEST(Analysis, AMissingMessageIsADeadlock) {
  auto stages = all_stages(gpipe, 3, 2);
  stages[1].erase(stages[1].begin() +
                  static_cast<std::ptrdiff_t>(place_of(stages[1], Action::send_gradient, 1)));
  EXPECT_NE(parallel::analyse(stages).deadlock.find("stage 0 waits in receive_gradient"),
            std::string::npos);
}

TEST(Analysis, RefusesMessagesInTheWrongOrder) {
  auto stages = all_stages(gpipe, 2, 2);
  std::swap(stages[1][place_of(stages[1], Action::receive_activation, 0)],
            stages[1][place_of(stages[1], Action::receive_activation, 1)]);
  EXPECT_THROW(parallel::analyse(stages), sim::Error);
}

TEST(Analysis, RefusesABackwardBeforeItsForward) {
  auto stages = all_stages(gpipe, 1, 1);
  std::swap(stages[0][place_of(stages[0], Action::forward, 0)],
            stages[0][place_of(stages[0], Action::backward_input, 0)]);
  EXPECT_THROW(parallel::analyse(stages), sim::Error);
}

TEST(Analysis, RefusesAMicroBatchThatIsForwardedTwice) {
  auto stages = all_stages(gpipe, 1, 2);
  stages[0][place_of(stages[0], Action::forward, 1)].micro_batch = 0;
  EXPECT_THROW(parallel::analyse(stages), sim::Error);
}

// A backward_weight that follows its backward_input at once is no waiting: plain schedules have
// none.
TEST(Analysis, NothingWaitsForTheWeightHalfOfAPlainBackward) {
  for (const PipelineSchedule kind : {gpipe, one_f_one_b}) {
    for (const std::int64_t peak : parallel::analyse(all_stages(kind, 4, 6)).weight_half_peak) {
      EXPECT_EQ(peak, 0);
    }
  }
}

// The input half ends the time in flight, the weight half the waiting.
TEST(Analysis, TheHalvesOfASplitBackwardAreCountedApart) {
  for (std::int64_t p = 1; p <= 6; ++p) {
    for (std::int64_t m = 1; m <= 8; ++m) {
      auto stages = all_stages(one_f_one_b, p, m);
      for (Schedule& stage : stages) stage = test::with_weight_halves_last(stage);
      // The last backward's halves follow each other where it is the only one.
      const auto analysis = parallel::analyse(stages);
      EXPECT_EQ(analysis.deadlock, "");
      for (std::int64_t i = 0; i < p; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const bool is_in_a_row = i == 0 && m == 1;
        EXPECT_EQ(analysis.in_flight_peak.at(at), std::min(m, p - i)) << p << ' ' << m << ' ' << i;
        EXPECT_EQ(analysis.weight_half_peak.at(at), is_in_a_row ? 0 : m)
            << p << ' ' << m << ' ' << i;
      }
    }
  }
}

TEST(Analysis, WeightHalvesAnywhereEndWithoutDeadlock) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    auto stages = all_stages(round % 2 == 0 ? gpipe : one_f_one_b, 1 + round % 5, 1 + round % 7);
    for (Schedule& stage : stages) stage = test::with_weight_halves_anywhere(stage, random);
    EXPECT_EQ(parallel::analyse(stages).deadlock, "");
  }
}

// MEASURES.md: in flight as 1F1B, min(m, p - i). Stage i has i micro-batches waiting for their
// weight half, and the one whose input half has just ended; the first stage's halves follow each
// other.
TEST(Analysis, ZbH1HoldsWhatOneForwardOneBackwardHolds) {
  for (std::int64_t p = 1; p <= 6; ++p) {
    for (std::int64_t m = p; m <= 4 * p; ++m) {
      std::vector<Schedule> stages;
      for (std::int64_t i = 0; i < p; ++i) stages.push_back(parallel::zb_h1(i, p, m));
      const auto analysis = parallel::analyse(stages);
      EXPECT_EQ(analysis.deadlock, "");
      for (std::int64_t i = 0; i < p; ++i) {
        const auto at = static_cast<std::size_t>(i);
        EXPECT_EQ(analysis.in_flight_peak.at(at), p - i) << p << ' ' << m;

        EXPECT_EQ(analysis.weight_half_peak.at(at), i == 0 ? 0 : i + 1) << p << ' ' << m;
      }
    }
  }
}

TEST(Analysis, RefusesWhatIsNotThere) {
  const auto expect_refused = [](Action action, Action instead) {
    auto stages = all_stages(gpipe, 2, 2);
    stages[0][place_of(stages[0], action, 0)].action = instead;
    EXPECT_THROW(parallel::analyse(stages), sim::Error) << name_of(action);
  };
  expect_refused(Action::forward, Action::backward_weight);  // a weight half without its input half
  expect_refused(Action::backward_weight, Action::backward_input);  // twice
  expect_refused(Action::forward, Action::send_activation);         // an output not made yet
  auto stages = all_stages(gpipe, 2, 1);
  std::erase(stages[1], Instruction{Action::receive_activation, 0, 0});
  EXPECT_THROW(parallel::analyse(stages), sim::Error);
  stages = all_stages(gpipe, 1, 2);
  std::erase(stages[0], Instruction{Action::backward_weight, 0, 0});
  EXPECT_THROW(parallel::analyse(stages), sim::Error);  // reduced before its weight half
}

}  // namespace
