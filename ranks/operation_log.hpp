#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "ranks/folded_sequence.hpp"
#include "ranks/traffic.hpp"
#include "sim/flops.hpp"

namespace ranks {

/// What a rank computed in one phase since the entry before.
struct LoggedCompute {
  sim::Phase phase = sim::Phase::forward;
  std::int64_t matmul = 0;  // FLOPs, as the next
  std::int64_t elementwise = 0;
  bool operator==(const LoggedCompute&) const = default;
};

/// What was asked of the group. A send is over when its buffer is free again: `finish_send`.
enum class LoggedCall : std::uint8_t {
  all_reduce,
  reduce_scatter,
  all_gather,
  send,
  receive,
  finish_send
};

LoggedCall logged_call(Operation operation);

struct LoggedMessage {
  static constexpr int everybody = -1;

  Axis axis = Axis::dp;
  LoggedCall call = LoggedCall::all_reduce;
  std::int64_t bytes = 0;  // payload, as in TrafficRecord; of a receive the buffer
  int group_size = 0;
  int peer = everybody;  // within the group; collectives: everybody
  int tag = 0;           // tells messages of one pair apart
  bool operator==(const LoggedMessage&) const = default;
};

/// What the entries up to the next such belong to. `action` is the caller's number for a kind of
/// instruction.
struct LoggedInstruction {
  int action = 0;
  std::int64_t chunk = 0;
  std::int64_t micro_batch = 0;
  bool operator==(const LoggedInstruction&) const = default;
};

using LogEntry = std::variant<LoggedInstruction, LoggedCompute, LoggedMessage>;

/// One rank's operations of one step, in their order, for a replay in time. Entries of an
/// instruction that did the same before are stored once, and where instructions go on repeating
/// with the next micro-batches only a count grows, so that the log's size does not depend on the
/// number of micro-batches.
/// Computation is not reported to the log: it reads, whenever something else is entered, what the
/// FLOP counter has counted since.
class OperationLog {
 public:
  /// The counter must outlive the log, and restart its counts only where begin_step() is called.
  explicit OperationLog(const sim::FlopCounter& flops) : flops_(flops) {}

  /// Forgets everything; the counter stands at zero.
  void begin_step();
  void begin(const LoggedInstruction& instruction);
  /// Within an instruction.
  void add(const LoggedMessage& message);
  /// After the step's last entry.
  void end_step();

  /// All entries of the step, unfolded.
  void for_each(const std::function<void(const LogEntry&)>& visit) const;
  /// What is stored, in entries, references and counts.
  [[nodiscard]] std::size_t stored() const;
  /// Whether the same was entered.
  bool operator==(const OperationLog& other) const;

 private:
  using BodyEntry = std::variant<LoggedCompute, LoggedMessage>;
  using Body = std::vector<BodyEntry>;
  /// An instruction, by what makes it the same as another: its micro-batch counts from that of the
  /// last of its action and chunk.
  struct Word {
    int action = 0;
    std::int64_t chunk = 0;
    std::int64_t micro_batch_step = 0;
    std::size_t body = 0;
    bool operator==(const Word&) const = default;
  };
  /// Last micro-batches, by action and chunk.
  class LastMicroBatches {
   public:
    std::int64_t& of(int action, std::int64_t chunk) {
      return last_.try_emplace({action, chunk}, -1).first->second;
    }

   private:
    std::map<std::pair<int, std::int64_t>, std::int64_t> last_;
  };
  void add_compute();
  void close_instruction();

  const sim::FlopCounter& flops_;
  sim::FlopReport counted_{};
  bool is_open_ = false;
  LoggedInstruction instruction_;
  Body body_;  // of the instruction that is open
  LastMicroBatches last_;
  std::vector<Body> bodies_;
  std::vector<Word> words_;
  FoldedSequence sequence_;
};

}  // namespace ranks
