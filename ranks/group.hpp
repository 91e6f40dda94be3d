#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ranks/operation_log.hpp"
#include "ranks/reduction.hpp"
#include "ranks/traffic.hpp"
#include "sim/view.hpp"

namespace ranks {

class Session;

/// A send under way. Its buffer must stay alive and untouched until wait() returns.
class PendingSend {
 public:
  struct State;  // what the transport is still at

  PendingSend();
  PendingSend(PendingSend&&) noexcept;
  PendingSend& operator=(PendingSend&&) noexcept;
  /// Waits, should nobody have; while an exception unwinds it lets go instead, for the receiver may
  /// never come.
  ~PendingSend();
  /// Blocks until the buffer may be reused; does nothing on an empty or finished send. The group's
  /// session must be alive.
  void wait();

 private:
  friend class Group;
  std::unique_ptr<State> state_;
  OperationLog* log_ = nullptr;  // where the end of `message_` is entered
  LoggedMessage message_;
};

/// The ranks of one axis that belong together, and the only place where messages are posted: each
/// call adds its payload to the traffic record once, however many pieces it is cut into for MPI's
/// int counts. Collective calls must be made by all ranks of the group in the same order. A group
/// of one sends and records nothing: collectives leave their result in place or copy it.
/// Views must be contiguous; no elements cost no message, but are recorded as the call they are.
/// MPI errors become sim::Error with axis, operation and MPI's text.
class Group {
 public:
  /// A group of a shape-only run: it knows its size and this rank's place in it, records every call
  /// and returns. Nobody else is asked, and sums leave their buffers as they are.
  [[nodiscard]] static Group recorded(Axis axis, int size, int rank, TrafficRecord& record);

  Group(Group&&) noexcept;
  Group& operator=(Group&&) noexcept;
  ~Group();

  [[nodiscard]] int size() const;
  [[nodiscard]] int rank() const;  // within the group
  [[nodiscard]] Axis axis() const;
  /// Calls are also entered in `log`, which must outlive their sends; null, as at first: in none.
  void log_to(OperationLog* log);

  /// In place: every rank gets the sum (or maximum) over the group. fp32, fp16, bf16, int64; 16-bit
  /// sums are added in fp32 and rounded at each hop.
  void all_reduce(sim::View buffer, Reduction reduction = Reduction::sum);
  double all_reduce(double value, Reduction reduction = Reduction::sum);

  /// One reduce-scatter of several blocks at once, recorded as one call: block i of `inputs` has
  /// size() * outputs[i].size() elements, and rank r receives the sum of its r-th part in
  /// outputs[i]. Inputs and outputs must not overlap (Open MPI's in-place path reads past the end);
  /// a group of one takes the same memory for both.
  void reduce_scatter(std::span<const sim::ConstView> inputs, std::span<const sim::View> outputs);

  /// One all-gather of several blocks at once, recorded as one call: outputs[i] receives the
  /// concatenation over ranks of inputs[i]. Must not overlap, as above.
  void all_gather(std::span<const sim::ConstView> inputs, std::span<const sim::View> outputs);

  /// In place on a buffer of size() equal pieces, of which this rank has filled its own:
  /// gathers elements [first, first + count) of every piece. Recorded as one call.
  void all_gather_in_place(sim::View buffer, std::int64_t first, std::int64_t count);

  /// Sums fp32 buffers into that of the group's rank 0; the others keep theirs. For what is written
  /// to files: not recorded.
  void sum_to_first(sim::View buffer);

  /// Point to point, by rank within the group; `tag` (>= 0) tells messages of one pair apart. The
  /// receiver's buffer has the size and type of the sender's.
  [[nodiscard]] PendingSend send(sim::ConstView buffer, int to, int tag);
  void receive(sim::View buffer, int from, int tag);

 private:
  friend class Session;
  struct State;
  explicit Group(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace ranks
