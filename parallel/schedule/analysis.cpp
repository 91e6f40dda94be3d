#include "parallel/schedule/analysis.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include "sim/ensure.hpp"

namespace parallel {
namespace {

using Key = std::pair<std::int64_t, std::int64_t>;      // chunk, micro-batch
using Message = std::pair<std::int64_t, std::int64_t>;  // virtual stage it goes to, micro-batch

/// Messages from one stage to a neighbour, in order.
struct Link {
  std::vector<Message> sent;
  std::size_t received = 0;
  [[nodiscard]] bool is_idle() const { return received == sent.size(); }
};

struct Stage {
  const Schedule* schedule = nullptr;
  std::size_t next = 0;
  std::set<Key> in_flight;
  std::int64_t peak = 0;
  Link activations;  // to the next stage; from the last to the first
  Link gradients;    // to the previous stage; from the first to the last
};

class Player {
 public:
  explicit Player(const std::vector<Schedule>& schedules) {
    for (const Schedule& schedule : schedules) stages_.emplace_back().schedule = &schedule;
  }

  ScheduleAnalysis play() {
    bool moved = true;
    while (moved) {
      moved = false;
      for (std::size_t i = 0; i < stages_.size(); ++i) {
        while (stages_[i].next < stages_[i].schedule->size() && step(i)) moved = true;
      }
    }
    return report();
  }

 private:
  /// Plays the stage's next instruction; false when it has to wait.
  bool step(std::size_t at) {
    Stage& stage = stages_[at];
    const Instruction& instruction = (*stage.schedule)[stage.next];
    if (!can_play(at, instruction)) return false;
    play(at, instruction);
    ++stage.next;
    return true;
  }

  bool can_play(std::size_t at, const Instruction& instruction) {
    Stage& stage = stages_[at];
    switch (instruction.action) {
      case Action::send_activation:
        return stage.activations.is_idle();
      case Action::send_gradient:
        return stage.gradients.is_idle();
      case Action::receive_activation:
        return !previous(at).activations.is_idle();
      case Action::receive_gradient:
        return !next(at).gradients.is_idle();
      case Action::reduce:
        return stage.activations.is_idle() && stage.gradients.is_idle();
      default:
        return true;
    }
  }

  void play(std::size_t at, const Instruction& instruction) {
    Stage& stage = stages_[at];
    const Key key{instruction.chunk, instruction.micro_batch};
    const std::int64_t here =
        instruction.chunk * std::ssize(stages_) + static_cast<std::int64_t>(at);
    switch (instruction.action) {
      case Action::send_activation:
        stage.activations.sent.emplace_back(here + 1, key.second);
        break;
      case Action::send_gradient:
        stage.gradients.sent.emplace_back(here - 1, key.second);
        break;
      case Action::receive_activation:
        receive(previous(at).activations, {here, key.second});
        break;
      case Action::receive_gradient:
        receive(next(at).gradients, {here, key.second});
        break;
      case Action::forward:
        ENSURE(stage.in_flight.insert(key).second, at, key.first, key.second);
        stage.peak = std::max(stage.peak, static_cast<std::int64_t>(stage.in_flight.size()));
        break;
      case Action::backward_input:
        ENSURE(stage.in_flight.contains(key), at, key.first, key.second);
        break;
      case Action::backward_weight:
        ENSURE(stage.in_flight.erase(key) == 1, at, key.first, key.second);
        break;
      case Action::reduce:
        break;
    }
  }

  static void receive(Link& link, const Message& expected) {
    const Message& sent = link.sent[link.received];
    ENSURE(sent == expected, sent.first, sent.second, expected.first, expected.second);
    ++link.received;
  }

  Stage& next(std::size_t at) { return stages_[(at + 1) % stages_.size()]; }
  Stage& previous(std::size_t at) { return stages_[(at + stages_.size() - 1) % stages_.size()]; }

  [[nodiscard]] ScheduleAnalysis report() const {
    ScheduleAnalysis analysis;
    for (std::size_t i = 0; i < stages_.size(); ++i) {
      const Stage& stage = stages_[i];
      analysis.in_flight_peak.push_back(stage.peak);
      if (stage.next == stage.schedule->size()) continue;
      const Instruction& waiting = (*stage.schedule)[stage.next];
      analysis.deadlock += fmt::format("stage {} waits in {} of chunk {}, micro-batch {}\n", i,
                                       name_of(waiting.action), waiting.chunk, waiting.micro_batch);
    }
    return analysis;
  }

  std::vector<Stage> stages_;
};

}  // namespace

ScheduleAnalysis analyse(const std::vector<Schedule>& stages) {
  return Player(stages).play();
}

}  // namespace parallel
