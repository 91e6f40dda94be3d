#include "ranks/traffic.hpp"

#include "sim/checked.hpp"
#include "sim/ensure.hpp"

namespace ranks {
namespace {

constexpr sim::EnumNames<Operation> names{{{Operation::all_reduce, "all_reduce"},
                                           {Operation::reduce_scatter, "reduce_scatter"},
                                           {Operation::all_gather, "all_gather"},
                                           {Operation::send, "send"}}};

}  // namespace

std::string_view name_of(Operation operation) {
  return names[operation];
}

void TrafficRecord::add(Axis axis, Operation operation, std::int64_t bytes) {
  ENSURE(bytes >= 0, name_of(axis), name_of(operation), bytes);
  Count& count = at(axis, operation);
  count.calls += 1;
  count.bytes = (sim::Checked(count.bytes) + bytes).value();
}

TrafficRecord::Count& TrafficRecord::at(Axis axis, Operation operation) {
  return counts_[static_cast<std::size_t>(axis)][static_cast<std::size_t>(operation)];
}

const TrafficRecord::Count& TrafficRecord::at(Axis axis, Operation operation) const {
  return counts_[static_cast<std::size_t>(axis)][static_cast<std::size_t>(operation)];
}

}  // namespace ranks
