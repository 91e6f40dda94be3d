#include "ranks/communicator.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <utility>

#include "ranks/agreement.hpp"
#include "ranks/mpi_error.hpp"
#include "ranks/pieces.hpp"
#include "sim/ensure.hpp"

namespace ranks {

namespace {

/// Where element `offset` of a contiguous view lies.
template <class Byte>
Byte* element(const sim::BasicView<Byte>& view, std::int64_t offset) {
  return view.data + offset * sim::bytes_of(view.dtype);
}

std::string_view word_of(Reduction reduction) {
  return reduction == Reduction::sum ? "all_reduce" : "all_reduce (maximum)";
}

}  // namespace

Communicator::Communicator(MPI_Comm handle, std::string_view label, const Datatypes& types,
                           std::int64_t largest_piece)
    : handle_(handle),
      label_(label),
      types_(&types),
      largest_piece_(largest_piece),
      agrees_first_(collectives_are_checked()) {
  check(MPI_Comm_set_errhandler(handle_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  check(MPI_Comm_rank(handle_, &rank_), "MPI_Comm_rank");
  check(MPI_Comm_size(handle_, &size_), "MPI_Comm_size");
}

Communicator::Communicator(Communicator&& other) noexcept {
  *this = std::move(other);
}

Communicator& Communicator::operator=(Communicator&& other) noexcept {
  std::swap(handle_, other.handle_);
  std::swap(label_, other.label_);
  std::swap(types_, other.types_);
  std::swap(largest_piece_, other.largest_piece_);
  std::swap(rank_, other.rank_);
  std::swap(size_, other.size_);
  std::swap(agrees_first_, other.agrees_first_);
  return *this;
}

Communicator::~Communicator() {
  // Freeing is collective: while an exception unwinds one rank the others may never come.
  if (handle_ != MPI_COMM_NULL && std::uncaught_exceptions() == 0) MPI_Comm_free(&handle_);
}

void Communicator::check(int code, std::string_view operation) const {
  check_mpi(code, label_, operation);
}

void Communicator::agree(std::string_view operation, std::int64_t elements,
                         sim::Dtype dtype) const {
  if (agrees_first_ && size_ > 1) require_agreement(handle_, label_, {operation, elements, dtype});
}

void Communicator::all_reduce(sim::View buffer, Reduction reduction) const {
  agree(word_of(reduction), buffer.size(), buffer.dtype);
  const MPI_Datatype type = types_->type_of(buffer.dtype);
  const MPI_Op combine = types_->operator_for(buffer.dtype, reduction);
  for_each_piece(buffer.size(), largest_piece_, [&](std::int64_t offset, std::int64_t count) {
    check(MPI_Allreduce(MPI_IN_PLACE, element(buffer, offset), mpi_count(count), type, combine,
                        handle_),
          "all_reduce");
  });
}

double Communicator::all_reduce(double value, Reduction reduction) const {
  agree(reduction == Reduction::sum ? "all_reduce of a number" : "maximum of a number", 1,
        sim::Dtype::int64);
  const MPI_Op combine = reduction == Reduction::sum ? MPI_SUM : MPI_MAX;
  check(MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, combine, handle_), "all_reduce");
  return value;
}

void Communicator::sum_to_first(sim::View buffer) const {
  agree("sum_to_first", buffer.size(), buffer.dtype);
  const MPI_Datatype type = types_->type_of(buffer.dtype);
  const MPI_Op add = types_->operator_for(buffer.dtype, Reduction::sum);
  for_each_piece(buffer.size(), largest_piece_, [&](std::int64_t offset, std::int64_t count) {
    std::byte* const piece = element(buffer, offset);
    const void* const source = rank_ == 0 ? MPI_IN_PLACE : piece;
    check(MPI_Reduce(source, piece, mpi_count(count), type, add, 0, handle_), "sum_to_first");
  });
}

void Communicator::reduce_scatter(sim::ConstView input, sim::View output) const {
  agree("reduce_scatter", input.size(), input.dtype);
  if (input.size() == 0) return;
  const std::int64_t part = output.size();
  if (input.size() <= largest_piece_) {
    const std::vector<int> counts(static_cast<std::size_t>(size_), mpi_count(part));
    check(MPI_Reduce_scatter(input.data, output.data, counts.data(), types_->type_of(input.dtype),
                             types_->operator_for(input.dtype, Reduction::sum), handle_),
          "reduce_scatter");
    return;
  }
  // A piece of every part is not contiguous, and packing it would cost memory: one reduction for
  // each destination instead. Each rank still sends (n-1)/n of the input in all.
  const sim::ConstView parts = input.flat();
  for (int root = 0; root < size_; ++root)
    reduce_to(root, parts.column_block(root * part, part), output);
}

void Communicator::reduce_to(int root, sim::ConstView input, sim::View output) const {
  const MPI_Datatype type = types_->type_of(input.dtype);
  const MPI_Op add = types_->operator_for(input.dtype, Reduction::sum);
  for_each_piece(input.size(), largest_piece_, [&](std::int64_t offset, std::int64_t count) {
    check(MPI_Reduce(element(input, offset), element(output, offset), mpi_count(count), type, add,
                     root, handle_),
          "reduce_scatter");
  });
}

void Communicator::all_gather(sim::ConstView input, sim::View output) const {
  agree("all_gather", output.size(), output.dtype);
  if (input.size() == 0) return;
  if (output.size() > largest_piece_) {
    gather_slices(input.data, output.data, input.dtype, input.size(), input.size());
    return;
  }
  const MPI_Datatype type = types_->type_of(input.dtype);
  const int count = mpi_count(input.size());
  check(MPI_Allgather(input.data, count, type, output.data, count, type, handle_), "all_gather");
}

void Communicator::all_gather_in_place(sim::View buffer, std::int64_t first,
                                       std::int64_t count) const {
  agree("all_gather", count * size_, buffer.dtype);
  if (count == 0) return;
  const std::int64_t part = buffer.size() / size_;
  if (count < part || buffer.size() > largest_piece_) {
    gather_slices(nullptr, element(buffer, first), buffer.dtype, part, count);
    return;
  }
  check(MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, buffer.data, mpi_count(part),
                      types_->type_of(buffer.dtype), handle_),
        "all_gather");
}

/// The first `count` elements of every part of `parts`; `own` is this rank's contribution, null
/// where it already stands in its part. A derived type places them, since MPI's displacements are
/// int as well.
void Communicator::gather_slices(const std::byte* own, std::byte* parts, sim::Dtype dtype,
                                 std::int64_t part, std::int64_t count) const {
  const MPI_Datatype type = types_->type_of(dtype);
  const std::int64_t bytes = sim::bytes_of(dtype);
  const std::int64_t widest = std::max<std::int64_t>(1, largest_piece_ / size_);
  for_each_piece(count, widest, [&](std::int64_t offset, std::int64_t piece) {
    const int width = mpi_count(piece);
    const StridedSlice slice(type, width, part * bytes);
    const void* const source = own == nullptr ? MPI_IN_PLACE : own + offset * bytes;
    check(MPI_Allgather(source, width, type, parts + offset * bytes, 1, slice.type(), handle_),
          "all_gather");
  });
}

void Communicator::broadcast_from_first(sim::View buffer) const {
  agree("broadcast", buffer.size(), buffer.dtype);
  const MPI_Datatype type = types_->type_of(buffer.dtype);
  for_each_piece(buffer.size(), largest_piece_, [&](std::int64_t offset, std::int64_t count) {
    check(MPI_Bcast(element(buffer, offset), mpi_count(count), type, 0, handle_), "broadcast");
  });
}

void Communicator::barrier() const {
  agree("barrier", 0, sim::Dtype::uint8);
  check(MPI_Barrier(handle_), "barrier");
}

void Communicator::start_send(sim::ConstView buffer, int to, int tag,
                              std::vector<MPI_Request>& requests) const {
  const MPI_Datatype type = types_->type_of(buffer.dtype);
  for_each_piece(buffer.size(), largest_piece_, [&](std::int64_t offset, std::int64_t count) {
    MPI_Request& request = requests.emplace_back(MPI_REQUEST_NULL);
    check(MPI_Isend(element(buffer, offset), mpi_count(count), type, to, tag, handle_, &request),
          "send");
  });
}

void Communicator::receive(sim::View buffer, int from, int tag) const {
  const MPI_Datatype type = types_->type_of(buffer.dtype);
  for_each_piece(buffer.size(), largest_piece_, [&](std::int64_t offset, std::int64_t count) {
    MPI_Status status{};
    check(MPI_Recv(element(buffer, offset), mpi_count(count), type, from, tag, handle_, &status),
          "receive");
    int received = 0;
    check(MPI_Get_count(&status, type, &received), "receive");
    ENSURE(received == count, label_, "receive from", from, "tag", tag, received, count);
  });
}

}  // namespace ranks
