// Interleaved 1F1B: lists written out by hand, in-flight peaks, absence of deadlocks, refusals.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "parallel/schedule/analysis.hpp"
#include "parallel/schedule/schedule.hpp"
#include "sim/ensure.hpp"

namespace {

using parallel::Action;
using parallel::Instruction;
using parallel::interleaved;
using parallel::PipelineSchedule;
using parallel::Schedule;

/// "rF s gBW d R" as in schedule_test.cpp, each with chunk.micro-batch; W follows each B.
std::string text_of(const Schedule& schedule, std::string_view shown = "rFsgBd") {
  std::string text;
  for (const Instruction& instruction : schedule) {
    constexpr std::string_view letters = "rFsgBWdR";
    const char letter = letters.at(static_cast<std::size_t>(instruction.action));
    if (shown.find(letter) == std::string_view::npos) continue;
    if (!text.empty()) text += ' ';
    text +=
        letter + std::to_string(instruction.chunk) + '.' + std::to_string(instruction.micro_batch);
  }
  return text;
}

std::vector<Schedule> all_stages(std::int64_t p, std::int64_t v, std::int64_t m) {
  std::vector<Schedule> stages;
  for (std::int64_t i = 0; i < p; ++i) stages.push_back(interleaved(i, p, m, v));
  return stages;
}

// Two stages of two chunks, two micro-batches: stage 0 warms up with min(4, 2·1 + 2) = 4 forwards,
// stage 1 with min(4, 0 + 2) = 2. Virtual stages 0, 2 are stage 0's chunks, 1, 3 stage 1's: only
// stage 0's chunk 0 receives nothing, only stage 1's chunk 1 sends nothing on.
TEST(Interleaved, EveryInstructionOfTwoStagesAndTwoChunks) {
  EXPECT_EQ(text_of(interleaved(0, 2, 2, 2)),
            "F0.0 s0.0 F0.1 s0.1 r1.0 F1.0 s1.0 r1.1 F1.1 s1.1 "
            "g1.0 B1.0 d1.0 g1.1 B1.1 d1.1 g0.0 B0.0 g0.1 B0.1");
  EXPECT_EQ(text_of(interleaved(1, 2, 2, 2)),
            "r0.0 F0.0 s0.0 r0.1 F0.1 s0.1 "
            "r1.0 F1.0 B1.0 d1.0 r1.1 F1.1 B1.1 d1.1 "
            "g0.0 B0.0 d0.0 g0.1 B0.1 d0.1");
}

// Narayanan et al. 2021, figure 4 (bottom): four stages, two chunks. Warm-up 10, 8, 6, 4; with
// m = 4 there are 8 forwards, so stages 0 and 1 do all of them first.
TEST(Interleaved, WorkOfFourStagesAndFourMicroBatches) {
  const auto work = [](std::int64_t stage) { return text_of(interleaved(stage, 4, 4, 2), "FB"); };
  const std::string forwards = "F0.0 F0.1 F0.2 F0.3 F1.0 F1.1 F1.2 F1.3 ";
  const std::string backwards = "B1.0 B1.1 B1.2 B1.3 B0.0 B0.1 B0.2 B0.3";
  EXPECT_EQ(work(0), forwards + backwards);
  EXPECT_EQ(work(1), forwards + backwards);
  EXPECT_EQ(work(2),
            "F0.0 F0.1 F0.2 F0.3 F1.0 F1.1 F1.2 B1.0 F1.3 B1.1 B1.2 B1.3 B0.0 B0.1 B0.2 B0.3");
  EXPECT_EQ(work(3),
            "F0.0 F0.1 F0.2 F0.3 F1.0 B1.0 F1.1 B1.1 F1.2 B1.2 F1.3 B1.3 B0.0 B0.1 B0.2 B0.3");
}

// The second group of p micro-batches begins at chunk 0 while the first is still in flight.
TEST(Interleaved, MicroBatchesTakeTurnsInGroupsOfP) {
  EXPECT_EQ(text_of(interleaved(1, 2, 4, 2), "FB"),
            "F0.0 F0.1 F1.0 B1.0 F1.1 B1.1 F0.2 B0.0 F0.3 B0.1 "
            "F1.2 B1.2 F1.3 B1.3 B0.2 B0.3");
}

TEST(Interleaved, EveryBackwardInputIsFollowedByItsWeights) {
  const Schedule schedule = interleaved(2, 4, 8, 3);
  std::int64_t backwards = 0;
  for (std::size_t at = 0; at + 1 < schedule.size(); ++at) {
    if (schedule[at].action != Action::backward_input) continue;
    const Instruction weights{Action::backward_weight, schedule[at].chunk,
                              schedule[at].micro_batch};
    EXPECT_EQ(schedule[at + 1], weights);
    ++backwards;
  }
  EXPECT_EQ(backwards, 24);  // m v
  EXPECT_EQ(schedule.back(), (Instruction{Action::reduce, 0, 0}));
}

// p = 4, v = 2: warm-up 10, 8, 6, 4 and one more; m = 4 has no more than 8.
TEST(Interleaved, InFlightOfFourStages) {
  using Row = std::vector<std::int64_t>;
  EXPECT_EQ(parallel::analyse(all_stages(4, 2, 4)).in_flight_peak, (Row{8, 8, 7, 5}));
  EXPECT_EQ(parallel::analyse(all_stages(4, 2, 8)).in_flight_peak, (Row{11, 9, 7, 5}));
  EXPECT_EQ(parallel::analyse(all_stages(4, 3, 12)).in_flight_peak, (Row{15, 13, 11, 9}));
}

// One message outstanding a direction and blocking receives: every stage comes to its end, no
// message is left over (each stage's `reduce` waits for its own), and no order is mixed up.
TEST(Interleaved, NeitherDeadlocksNorHoldsMoreOnAGrid) {
  for (std::int64_t p = 2; p <= 6; ++p) {
    for (std::int64_t v = 2; v <= 4; ++v) {
      for (std::int64_t m = p; m <= 6 * p; m += p) {
        const auto played = parallel::analyse(all_stages(p, v, m));
        EXPECT_EQ(played.deadlock, "") << p << ' ' << v << ' ' << m;
        for (std::int64_t i = 0; i < p; ++i) {
          const std::int64_t turns = 2 * (p - i - 1) + (v - 1) * p + 1;
          EXPECT_EQ(played.in_flight_peak.at(static_cast<std::size_t>(i)), std::min(m * v, turns))
              << p << ' ' << v << ' ' << m << ' ' << i;
        }
      }
    }
  }
}

// v p - 1 boundaries carry m messages each way: p = 3, v = 2, m = 6.
TEST(Interleaved, MessagesOfEveryBoundary) {
  std::int64_t activations = 0;
  std::int64_t gradients = 0;
  for (const Schedule& stage : all_stages(3, 2, 6)) {
    for (const Instruction& instruction : stage) {
      if (instruction.action == Action::send_activation) ++activations;
      if (instruction.action == Action::send_gradient) ++gradients;
    }
  }
  EXPECT_EQ(activations, 5 * 6);
  EXPECT_EQ(gradients, 5 * 6);
}

// The last stage's activation goes to the first one's next chunk: without it stage 0 waits.
TEST(Interleaved, TheLastStageFeedsTheFirst) {
  auto stages = all_stages(2, 2, 2);
  const Instruction wrapped{Action::send_activation, 0, 0};
  stages[1].erase(std::find(stages[1].begin(), stages[1].end(), wrapped));
  // Stage 0 expects micro-batch 0 for its chunk 1 and is handed micro-batch 1.
  EXPECT_THROW(parallel::analyse(stages), sim::Error);
  std::erase(stages[1], Instruction{Action::send_activation, 0, 1});
  EXPECT_EQ(parallel::analyse(stages).deadlock,
            "stage 0 waits in receive_activation of chunk 1, micro-batch 0\n"
            "stage 1 waits in receive_activation of chunk 1, micro-batch 0\n");
}

// A message is known by its virtual stage: the same micro-batch for another chunk is not it.
TEST(Interleaved, AMessageForAnotherChunkIsRefused) {
  auto stages = all_stages(2, 2, 2);
  for (Instruction& instruction : stages[1]) {
    if (instruction.action == Action::send_activation) instruction.chunk = 1;
  }
  EXPECT_THROW(parallel::analyse(stages), sim::Error);
}

TEST(Interleaved, KindChoosesTheList) {
  EXPECT_EQ(parallel::make_schedule(PipelineSchedule::interleaved, 1, 4, 8, 2),
            interleaved(1, 4, 8, 2));
  // One chunk a stage is 1F1B, for which p need not divide m.
  EXPECT_EQ(parallel::make_schedule(PipelineSchedule::interleaved, 1, 4, 6, 1),
            parallel::one_forward_one_backward(1, 4, 6));
}

TEST(Interleaved, RefusesWhatItCannotPlay) {
  const auto make = [](PipelineSchedule kind, std::int64_t p, std::int64_t m, std::int64_t v) {
    return parallel::make_schedule(kind, 0, p, m, v);
  };
  EXPECT_THROW(make(PipelineSchedule::interleaved, 4, 6, 2), sim::Error);  // 4 does not divide 6
  EXPECT_THROW(make(PipelineSchedule::interleaved, 1, 4, 2), sim::Error);  // nobody to send to
  EXPECT_THROW(make(PipelineSchedule::interleaved, 4, 4, 0), sim::Error);
  EXPECT_THROW(make(PipelineSchedule::gpipe, 4, 4, 2), sim::Error);
  EXPECT_THROW(make(PipelineSchedule::one_forward_one_backward, 4, 4, 2), sim::Error);
}

}  // namespace
