// The log of every schedule: unfolded it is what was played, and it does not grow with the number
// of micro-batches.

#include <vector>

#include <gtest/gtest.h>

#include "parallel/schedule/schedule.hpp"
#include "ranks/operation_log.hpp"
#include "tests/parallel/schedule/split_backward.hpp"

namespace {

using parallel::Action;
using parallel::PipelineSchedule;
using parallel::Schedule;
using ranks::LogEntry;
using ranks::LoggedMessage;

/// Enters what a stage would: computation by chunk, sums within it, messages to neighbours.
class Recording {
 public:
  explicit Recording(const Schedule& schedule) {
    log_.begin_step();
    for (const parallel::Instruction& each : schedule) enter(each);
    log_.end_step();
  }

  [[nodiscard]] const std::vector<LogEntry>& expected() const { return expected_; }
  [[nodiscard]] std::vector<LogEntry> unfolded() const {
    std::vector<LogEntry> entries;
    log_.for_each([&](const LogEntry& entry) { entries.push_back(entry); });
    return entries;
  }
  [[nodiscard]] std::size_t stored() const { return log_.stored(); }

 private:
  void enter(const parallel::Instruction& each) {
    const ranks::LoggedInstruction instruction = {static_cast<int>(each.action), each.chunk,
                                                  each.micro_batch};
    log_.begin(instruction);
    expected_.emplace_back(instruction);
    if (each.action == Action::forward || each.action == Action::backward_input) {
      compute(100 + each.chunk);
      add({ranks::Axis::tp, ranks::LoggedCall::all_reduce, 64, 2});
      compute(7);
    } else if (each.action == Action::send_activation) {
      add({ranks::Axis::pp, ranks::LoggedCall::send, 128, 4, 1, 0});
    } else if (each.action == Action::receive_gradient) {
      add({ranks::Axis::pp, ranks::LoggedCall::receive, 128, 4, 1, 1});
    }
  }
  void compute(std::int64_t matmul) {
    flops_.add_matmul(matmul);
    expected_.emplace_back(ranks::LoggedCompute{sim::Phase::forward, matmul, 0});
  }
  void add(const LoggedMessage& message) {
    log_.add(message);
    expected_.emplace_back(message);
  }

  sim::FlopCounter flops_;
  ranks::OperationLog log_{flops_};
  std::vector<LogEntry> expected_;
};

template <class Make>
void expect_folded(std::int64_t p, Make make) {
  for (std::int64_t stage = 0; stage < p; ++stage) {
    const Recording few(make(stage, 4 * p));
    const Recording many(make(stage, 64 * p));
    EXPECT_EQ(few.unfolded(), few.expected()) << p << ' ' << stage;
    EXPECT_EQ(many.unfolded(), many.expected()) << p << ' ' << stage;
    EXPECT_EQ(many.stored(), few.stored()) << p << ' ' << stage;
  }
}

TEST(ScheduleLog, OfPlainSchedules) {
  for (const std::int64_t p : {1, 2, 3, 4, 7}) {
    expect_folded(p, [p](auto stage, auto m) { return parallel::gpipe(stage, p, m); });
    expect_folded(
        p, [p](auto stage, auto m) { return parallel::one_forward_one_backward(stage, p, m); });
  }
}

TEST(ScheduleLog, OfInterleavedSchedules) {
  for (const std::int64_t p : {2, 3, 4, 6}) {
    for (const std::int64_t v : {2, 3, 4}) {
      expect_folded(p, [&](auto stage, auto m) { return parallel::interleaved(stage, p, m, v); });
    }
  }
}

TEST(ScheduleLog, OfSplitBackwards) {
  for (const std::int64_t p : {1, 2, 3, 4}) {
    expect_folded(p, [p](auto stage, auto m) {
      return test::with_weight_halves_last(parallel::one_forward_one_backward(stage, p, m));
    });
    expect_folded(p, [p](auto stage, auto m) { return parallel::zb_h1(stage, p, m); });
  }
}

}  // namespace
