#include "ranks/group.hpp"

#include <cstddef>
#include <cstring>
#include <functional>
#include <utility>

#include "ranks/group_state.hpp"
#include "ranks/pending_send_state.hpp"
#include "sim/ensure.hpp"

namespace ranks {

namespace {

void require_contiguous(sim::ConstView view) {
  ENSURE(view.contiguous(), view.rows, view.columns, view.stride);
}

void require_reducible(sim::ConstView view, Operation operation) {
  require_contiguous(view);
  ENSURE(view.dtype != sim::Dtype::uint8 && view.dtype != sim::Dtype::int8, name_of(operation),
         "takes fp32, fp16, bf16, int64; not", name_of(view.dtype));
}

bool overlap(sim::ConstView one, sim::ConstView other) {
  const std::less<> before;
  return !one.shape_only() && !other.shape_only() && one.size() > 0 && other.size() > 0 &&
         before(one.data, other.data + other.bytes()) && before(other.data, one.data + one.bytes());
}

/// Checks pairs of a whole (`factor` times as large) and a part; returns the bytes of the wholes.
std::int64_t checked_bytes(std::span<const sim::ConstView> wholes,
                           std::span<const sim::ConstView> parts, std::int64_t factor) {
  ENSURE(wholes.size() == parts.size(), wholes.size(), parts.size());
  std::int64_t bytes = 0;
  for (std::size_t i = 0; i < wholes.size(); ++i) {
    const sim::ConstView& whole = wholes[i];
    const sim::ConstView& part = parts[i];
    require_contiguous(whole);
    require_contiguous(part);
    ENSURE(whole.dtype == part.dtype, name_of(whole.dtype), name_of(part.dtype));
    ENSURE(whole.size() == factor * part.size(), whole.size(), factor, part.size());
    ENSURE(!overlap(whole, part) || factor == 1, whole.size(), part.size());
    bytes += whole.bytes();
  }
  return bytes;
}

std::vector<sim::ConstView> read_only(std::span<const sim::View> views) {
  return {views.begin(), views.end()};
}

void copy_blocks(std::span<const sim::ConstView> inputs, std::span<const sim::View> outputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto bytes = static_cast<std::size_t>(inputs[i].bytes());
    if (bytes > 0 && !inputs[i].shape_only()) std::memmove(outputs[i].data, inputs[i].data, bytes);
  }
}

}  // namespace

Group::Group(std::unique_ptr<State> state) : state_(std::move(state)) {}
Group::Group(Group&&) noexcept = default;
Group& Group::operator=(Group&&) noexcept = default;
Group::~Group() = default;

Group Group::recorded(Axis axis, int size, int rank, TrafficRecord& record) {
  ENSURE(size >= 1 && rank >= 0 && rank < size, size, rank);
  return Group(std::make_unique<State>(State{.axis = axis,
                                             .size = size,
                                             .rank = rank,
                                             .record = &record,
                                             .transport = make_no_transport()}));
}

int Group::size() const {
  return state_->size;
}
int Group::rank() const {
  return state_->rank;
}
Axis Group::axis() const {
  return state_->axis;
}
void Group::log_to(OperationLog* log) {
  state_->log = log;
}

void Group::all_reduce(sim::View buffer, Reduction reduction) {
  require_reducible(buffer, Operation::all_reduce);
  if (size() == 1) return;
  state_->note(Operation::all_reduce, buffer.bytes());
  state_->transport->all_reduce(buffer, reduction);
}

double Group::all_reduce(double value, Reduction reduction) {
  if (size() == 1) return value;
  state_->note(Operation::all_reduce, std::int64_t{sizeof value});
  return state_->transport->all_reduce(value, reduction);
}

void Group::reduce_scatter(std::span<const sim::ConstView> inputs,
                           std::span<const sim::View> outputs) {
  const std::int64_t bytes = checked_bytes(inputs, read_only(outputs), size());
  for (const sim::ConstView& input : inputs) require_reducible(input, Operation::reduce_scatter);
  if (size() == 1) return copy_blocks(inputs, outputs);
  state_->note(Operation::reduce_scatter, bytes);
  state_->transport->reduce_scatter(inputs, outputs);
}

void Group::all_gather(std::span<const sim::ConstView> inputs, std::span<const sim::View> outputs) {
  const std::int64_t bytes = checked_bytes(read_only(outputs), inputs, size());
  if (size() == 1) return copy_blocks(inputs, outputs);
  state_->note(Operation::all_gather, bytes);
  state_->transport->all_gather(inputs, outputs);
}

void Group::all_gather_in_place(sim::View buffer, std::int64_t first, std::int64_t count) {
  require_contiguous(buffer);
  ENSURE(buffer.size() % size() == 0, buffer.size(), size());
  const std::int64_t part = buffer.size() / size();
  ENSURE(first >= 0 && count >= 0 && first + count <= part, first, count, part);
  if (size() == 1) return;
  state_->note(Operation::all_gather, size() * count * sim::bytes_of(buffer.dtype));
  state_->transport->all_gather_in_place(buffer, first, count);
}

void Group::sum_to_first(sim::View buffer) {
  require_contiguous(buffer);
  ENSURE(buffer.dtype == sim::Dtype::fp32, name_of(buffer.dtype));
  if (size() == 1) return;
  state_->transport->sum_to_first(buffer);
}

PendingSend Group::send(sim::ConstView buffer, int to, int tag) {
  require_contiguous(buffer);
  ENSURE(to >= 0 && to < size() && to != rank() && tag >= 0, to, rank(), size(), tag);
  state_->record->add(axis(), Operation::send, buffer.bytes());
  state_->enter(state_->message(LoggedCall::send, buffer.bytes(), to, tag));
  PendingSend pending;
  pending.log_ = state_->log;
  pending.message_ = state_->message(LoggedCall::finish_send, buffer.bytes(), to, tag);
  pending.state_ = state_->transport->start_send(buffer, to, tag);
  return pending;
}

void Group::receive(sim::View buffer, int from, int tag) {
  require_contiguous(buffer);
  ENSURE(from >= 0 && from < size() && from != rank() && tag >= 0, from, rank(), size(), tag);
  state_->enter(state_->message(LoggedCall::receive, buffer.bytes(), from, tag));
  state_->transport->receive(buffer, from, tag);
}

}  // namespace ranks
