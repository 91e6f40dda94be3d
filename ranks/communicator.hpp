#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <mpi.h>

#include "ranks/datatypes.hpp"
#include "sim/view.hpp"

namespace ranks {

/// Owns an MPI communicator and speaks MPI for it: types, operators, counts cut into pieces of at
/// most `largest_piece` elements a call, error codes as sim::Error that name `label` and the
/// operation. Where collectives are checked (agreement.hpp) ranks first agree on what they call.
/// Move-only; knows no record and no watchdog. Views must be contiguous, and a buffer of
/// no elements costs no call. "Collective" below: all ranks call, in the same order.
class Communicator {
 public:
  /// No communicator: a group of one.
  Communicator() = default;
  /// Takes ownership of `handle`; `types` must outlive it.
  Communicator(MPI_Comm handle, std::string_view label, const Datatypes& types,
               std::int64_t largest_piece);
  Communicator(Communicator&& other) noexcept;
  Communicator& operator=(Communicator&& other) noexcept;
  ~Communicator();

  [[nodiscard]] MPI_Comm handle() const { return handle_; }
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }

  /// Collective, in place.
  void all_reduce(sim::View buffer, Reduction reduction) const;
  [[nodiscard]] double all_reduce(double value, Reduction reduction) const;
  /// Collective; rank 0's buffer receives the sum, the others' stay as they are.
  void sum_to_first(sim::View buffer) const;
  /// Collective; `input` is size() parts of output.size() elements, rank r gets the sum of part r.
  void reduce_scatter(sim::ConstView input, sim::View output) const;
  /// Collective; `output` is size() parts of input.size() elements.
  void all_gather(sim::ConstView input, sim::View output) const;
  /// Collective; elements [first, first + count) of each of the size() parts of `buffer`.
  void all_gather_in_place(sim::View buffer, std::int64_t first, std::int64_t count) const;
  /// Collective; rank 0's contents on every rank.
  void broadcast_from_first(sim::View buffer) const;
  /// Collective.
  void barrier() const;

  /// Adds the requests of a send that has been started to `requests`.
  void start_send(sim::ConstView buffer, int to, int tag, std::vector<MPI_Request>& requests) const;
  /// Throws when the message has another size than the buffer.
  void receive(sim::View buffer, int from, int tag) const;

 private:
  void gather_slices(const std::byte* own, std::byte* parts, sim::Dtype dtype, std::int64_t part,
                     std::int64_t count) const;
  void reduce_to(int root, sim::ConstView input, sim::View output) const;
  void check(int code, std::string_view operation) const;
  void agree(std::string_view operation, std::int64_t elements, sim::Dtype dtype) const;

  MPI_Comm handle_ = MPI_COMM_NULL;
  std::string_view label_;
  const Datatypes* types_ = nullptr;
  std::int64_t largest_piece_ = 0;
  int rank_ = 0;
  int size_ = 1;
  bool agrees_first_ = false;
};

}  // namespace ranks
