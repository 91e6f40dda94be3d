#include "parallel/schedule/analysis.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <span>
#include <string_view>
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

/// What a stage may hold of one micro-batch in one chunk, see Action.
enum class Buffer : std::uint8_t {
  input,
  saved,
  output,
  output_gradient,
  weight_half,
  input_gradient
};
constexpr std::size_t buffer_count = 6;

std::string_view name_of(Buffer buffer) {
  constexpr std::array<std::string_view, buffer_count> names = {
      "input", "saved", "output", "output gradient", "weight half", "input gradient"};
  return names.at(static_cast<std::size_t>(buffer));
}

struct Stage {
  const Schedule* schedule = nullptr;
  std::size_t next = 0;
  std::array<std::set<Key>, buffer_count> held;
  std::array<std::int64_t, buffer_count> peaks{};
  Link activations;  // to the next stage; from the last to the first
  Link gradients;    // to the previous stage; from the first to the last

  std::set<Key>& holders(Buffer buffer) { return held[static_cast<std::size_t>(buffer)]; }
  [[nodiscard]] std::int64_t peak(Buffer buffer) const {
    return peaks[static_cast<std::size_t>(buffer)];
  }
  void fill(Buffer buffer, const Key& key) {
    ENSURE(holders(buffer).insert(key).second, name_of(buffer), key.first, key.second);
    std::int64_t& peak = peaks[static_cast<std::size_t>(buffer)];
    peak = std::max<std::int64_t>(peak, std::ssize(holders(buffer)));
  }
  void take(Buffer buffer, const Key& key) {
    ENSURE(holders(buffer).erase(key) == 1, name_of(buffer), key.first, key.second);
  }
  /// Whether both halves of a backward follow each other from `at` on.
  [[nodiscard]] bool is_whole_backward(std::size_t at) const {
    return begins_with_whole_backward(std::span(*schedule).subspan(at));
  }
};

class Player {
 public:
  explicit Player(const std::vector<Schedule>& schedules) {
    for (const Schedule& schedule : schedules) {
      stages_.emplace_back().schedule = &schedule;
      for (const Instruction& each : schedule) last_chunk_ = std::max(last_chunk_, each.chunk);
    }
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
        stage.take(Buffer::output, key);
        stage.activations.sent.emplace_back(here + 1, key.second);
        break;
      case Action::send_gradient:
        stage.take(Buffer::input_gradient, key);
        stage.gradients.sent.emplace_back(here - 1, key.second);
        break;
      case Action::receive_activation:
        receive(previous(at).activations, {here, key.second});
        stage.fill(Buffer::input, key);
        break;
      case Action::receive_gradient:
        receive(next(at).gradients, {here, key.second});
        stage.fill(Buffer::output_gradient, key);
        break;
      case Action::forward:
        if (here > 0) stage.take(Buffer::input, key);
        stage.fill(Buffer::saved, key);
        if (here < last_virtual_stage()) stage.fill(Buffer::output, key);
        break;
      case Action::backward_input:
        if (here < last_virtual_stage()) stage.take(Buffer::output_gradient, key);
        stage.take(Buffer::saved, key);
        if (!stage.is_whole_backward(stage.next)) stage.fill(Buffer::weight_half, key);
        if (here > 0) stage.fill(Buffer::input_gradient, key);
        break;
      case Action::backward_weight:
        if (stage.next > 0 && stage.is_whole_backward(stage.next - 1)) break;
        stage.take(Buffer::weight_half, key);
        break;
      case Action::reduce:
        ENSURE(stage.holders(Buffer::saved).empty() && stage.holders(Buffer::weight_half).empty(),
               "reduce before the last backward of stage", at);
        break;
    }
  }

  [[nodiscard]] std::int64_t last_virtual_stage() const {
    return (last_chunk_ + 1) * std::ssize(stages_) - 1;
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
      analysis.in_flight_peak.push_back(stage.peak(Buffer::saved));
      analysis.weight_half_peak.push_back(stage.peak(Buffer::weight_half));
      if (stage.next == stage.schedule->size()) continue;
      const Instruction& waiting = (*stage.schedule)[stage.next];
      analysis.deadlock += fmt::format("stage {} waits in {} of chunk {}, micro-batch {}\n", i,
                                       name_of(waiting.action), waiting.chunk, waiting.micro_batch);
    }
    return analysis;
  }

  std::vector<Stage> stages_;
  std::int64_t last_chunk_ = 0;
};

}  // namespace

ScheduleAnalysis analyse(const std::vector<Schedule>& stages) {
  return Player(stages).play();
}

}  // namespace parallel
