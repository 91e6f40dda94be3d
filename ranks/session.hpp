#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ranks/group.hpp"
#include "ranks/mesh.hpp"
#include "ranks/traffic.hpp"

namespace ranks {

/// What a rank does before it meets the others: `idle` ranks have no part in it, and wait for as
/// long as the others work.
enum class Part : std::uint8_t { working, idle };

/// MPI from MPI_Init to MPI_Finalize: one a process, alive in main for as long as any group.
/// Starts the watchdog: an operation that waits longer than `timeout` ends the process (and so,
/// through mpirun, the run) with status 3 after naming operation, axis, ranks and, where it can be
/// told, the rank that no longer responds. All calls come from the thread that made it.
///
/// An exception that one rank cannot go on from is caught inside the session's life and ends in
/// abort(). Should one fly past, the destructor leaves MPI without finalizing, since the other
/// ranks may never come, and mpirun ends the run when this process returns.
class Session {
 public:
  /// Elements that one call of MPI may span.
  static constexpr std::int64_t largest_piece = std::numeric_limits<int>::max();

  /// Throws sim::Error when MPI does not start or `timeout` is below one second.
  Session(int& argc, char**& argv, std::chrono::seconds timeout);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session();

  [[nodiscard]] int rank() const;
  [[nodiscard]] int size() const;
  /// The cores of its host that this rank can count on, at least 1: those it may run on, each
  /// shared evenly with the other ranks that may.
  [[nodiscard]] int cores() const;

  /// The group of `axis` that this rank belongs to in a mesh over the first shape.size() ranks.
  /// Collective over ALL ranks of the session; ranks outside the mesh get a group of one. The
  /// record must outlive the group, and the session both. `piece`: buffers of more elements are cut
  /// (tests lower it to reach every path with little data).
  [[nodiscard]] Group make_group(Axis axis, const MeshShape& shape, TrafficRecord& record,
                                 std::int64_t piece = largest_piece);
  /// The same for ranks chosen otherwise: `together` are those of the session that this rank
  /// belongs to, ascending (none or itself alone: a group of one), the same list on each of them;
  /// lists share no rank. Recorded as `axis`.
  [[nodiscard]] Group make_group_of(Axis axis, const std::vector<int>& together,
                                    TrafficRecord& record, std::int64_t piece = largest_piece);

  /// Every rank's text, on rank 0 of the session in rank order (empty elsewhere). Collective over
  /// all ranks of the session; not part of any record. The wait of an idle rank counts for the
  /// watchdog only while some rank gives no sign of life.
  [[nodiscard]] std::vector<std::string> gather_texts(const std::string& text,
                                                      Part part = Part::working);
  /// The same of 64-bit numbers: every rank's, on rank 0.
  [[nodiscard]] std::vector<std::vector<std::int64_t>> gather_words(
      std::span<const std::int64_t> words, Part part = Part::working);
  /// Rank 0's numbers on every rank. Collective over all ranks; not part of any record.
  [[nodiscard]] std::vector<std::int64_t> share_words(std::span<const std::int64_t> words);
  /// Rank 0's text on every rank. Collective over all ranks; not part of any record.
  [[nodiscard]] std::string share_text(const std::string& text);

  /// Prints "error: rank R: reason" and ends the whole run with `status`.
  [[noreturn]] void abort(int status, const std::string& reason);

 private:
  struct State;
  template <class Held>
  std::vector<Held> gather(Held own, Part part);
  template <class Held>
  Held share(Held own);

  std::unique_ptr<State> state_;
};

}  // namespace ranks
