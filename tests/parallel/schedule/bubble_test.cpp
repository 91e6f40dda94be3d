// C77 and its kind: how long stages stand idle when the lists are played in time, a forward taking
// 1 and each half of a backward 1, messages nothing. Narayanan et al. 2021, section 2.2: idle to
// busy is (p - 1) / (m v), and (p - 1) / (m v + p - 1) of the whole.

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "parallel/schedule/schedule.hpp"

namespace {

using parallel::Action;
using parallel::PipelineSchedule;
using parallel::Schedule;

/// Plays all stages' lists: each does its work in order, and waits for what it receives.
class Clock {
 public:
  explicit Clock(std::vector<Schedule> stages)
      : stages_(std::move(stages)), next_(stages_.size()), time_(stages_.size()) {
    while (step()) {
    }
  }

  /// When the last stage ends; less than the work of one stage if they stopped on the way.
  [[nodiscard]] std::int64_t makespan() const { return *std::ranges::max_element(time_); }
  [[nodiscard]] bool all_ended() const {
    for (std::size_t i = 0; i < stages_.size(); ++i) {
      if (next_[i] < stages_[i].size()) return false;
    }
    return true;
  }

 private:
  /// (direction, virtual stage that receives, micro-batch)
  using Message = std::pair<bool, std::pair<std::int64_t, std::int64_t>>;

  bool step() {
    bool moved = false;
    for (std::size_t i = 0; i < stages_.size(); ++i) {
      while (next_[i] < stages_[i].size() && play(i, stages_[i][next_[i]])) {
        ++next_[i];
        moved = true;
      }
    }
    return moved;
  }

  bool play(std::size_t stage, const parallel::Instruction& instruction) {
    const std::int64_t virtual_stage =
        instruction.chunk * std::ssize(stages_) + static_cast<std::int64_t>(stage);
    const auto message = [&](bool forward, std::int64_t receiver) {
      return Message{forward, {receiver, instruction.micro_batch}};
    };
    switch (instruction.action) {
      case Action::forward:
      case Action::backward_input:
      case Action::backward_weight:
        ++time_[stage];
        return true;
      case Action::send_activation:
        sent_[message(true, virtual_stage + 1)] = time_[stage];
        return true;
      case Action::send_gradient:
        sent_[message(false, virtual_stage - 1)] = time_[stage];
        return true;
      case Action::receive_activation:
        return receive(stage, message(true, virtual_stage));
      case Action::receive_gradient:
        return receive(stage, message(false, virtual_stage));
      case Action::reduce:
        return true;
    }
    return false;
  }

  bool receive(std::size_t stage, const Message& message) {
    const auto at = sent_.find(message);
    if (at == sent_.end()) return false;
    time_[stage] = std::max(time_[stage], at->second);
    return true;
  }

  std::vector<Schedule> stages_;
  std::vector<std::size_t> next_;
  std::vector<std::int64_t> time_;
  std::map<Message, std::int64_t> sent_;
};

std::int64_t makespan(PipelineSchedule kind, std::int64_t p, std::int64_t m, std::int64_t v) {
  std::vector<Schedule> stages;
  for (std::int64_t i = 0; i < p; ++i) stages.push_back(make_schedule(kind, i, p, m, v));
  const Clock clock(std::move(stages));
  EXPECT_TRUE(clock.all_ended()) << p << ' ' << m << ' ' << v;
  return clock.makespan();
}

// pp=4, m=2: 15 of which 6 are work: idle 0.6 of the time and 1.5 of the work. m=1: 12, of which 3:
// 0.75 and 3.
TEST(Bubble, C77FewerMicroBatchesThanStages) {
  for (const auto kind : {PipelineSchedule::gpipe, PipelineSchedule::one_forward_one_backward}) {
    const auto two = static_cast<double>(makespan(kind, 4, 2, 1));
    EXPECT_DOUBLE_EQ((two - 6) / two, 0.6);
    EXPECT_DOUBLE_EQ((two - 6) / 6, 1.5);
    const auto one = static_cast<double>(makespan(kind, 4, 1, 1));
    EXPECT_DOUBLE_EQ((one - 3) / one, 0.75);
    EXPECT_DOUBLE_EQ((one - 3) / 3, 3);
  }
}

TEST(Bubble, OfAGrid) {
  for (const std::int64_t p : {1, 2, 3, 4, 6}) {
    for (const std::int64_t m : {1, 2, 5, 8, 12}) {
      for (const auto kind :
           {PipelineSchedule::gpipe, PipelineSchedule::one_forward_one_backward}) {
        EXPECT_EQ(makespan(kind, p, m, 1), 3 * (m + p - 1)) << p << ' ' << m;
      }
    }
  }
}

// Each chunk is a v-th of the layers: the bubble is v times smaller against the same work.
TEST(Bubble, InterleavingDividesItByV) {
  for (const std::int64_t p : {2, 3, 4}) {
    for (const std::int64_t v : {2, 3}) {
      for (const std::int64_t m : {p, 2 * p, 4 * p}) {
        EXPECT_EQ(makespan(PipelineSchedule::interleaved, p, m, v), 3 * (m * v + p - 1))
            << p << ' ' << m << ' ' << v;
      }
    }
  }
}

// Qi et al. 2023, table 1: with halves that take as long as a forward, ZB-H1's bubble is (p - 1) (1
// + 1 - 1) for m >= p, a third of 1F1B's.
TEST(Bubble, OfZbH1IsAThird) {
  for (const std::int64_t p : {1, 2, 3, 4, 6, 8}) {
    for (const std::int64_t m : {p, p + 1, 2 * p, 5 * p}) {
      std::vector<Schedule> stages;
      for (std::int64_t i = 0; i < p; ++i) stages.push_back(parallel::zb_h1(i, p, m));
      const Clock clock(std::move(stages));
      EXPECT_TRUE(clock.all_ended());
      EXPECT_EQ(clock.makespan(), 3 * m + p - 1) << p << ' ' << m;
    }
  }
}

}  // namespace
