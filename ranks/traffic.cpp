#include "ranks/traffic.hpp"

#include "sim/ensure.hpp"

namespace ranks {

std::string_view name_of(Axis axis) {
  switch (axis) {
    case Axis::dp:
      return "dp";
    case Axis::tp:
      return "tp";
    case Axis::pp:
      return "pp";
    case Axis::tied:
      return "tied";
    case Axis::control:
      return "control";
  }
  return "?";
}

std::string_view name_of(Operation operation) {
  switch (operation) {
    case Operation::all_reduce:
      return "all_reduce";
    case Operation::reduce_scatter:
      return "reduce_scatter";
    case Operation::all_gather:
      return "all_gather";
    case Operation::send:
      return "send";
  }
  return "?";
}

void TrafficRecord::add(Axis axis, Operation operation, std::int64_t bytes) {
  ENSURE(bytes >= 0, name_of(axis), name_of(operation), bytes);
  Count& count = counts_[static_cast<std::size_t>(axis)][static_cast<std::size_t>(operation)];
  count.calls += 1;
  count.bytes += bytes;
}

const TrafficRecord::Count& TrafficRecord::at(Axis axis, Operation operation) const {
  return counts_[static_cast<std::size_t>(axis)][static_cast<std::size_t>(operation)];
}

}  // namespace ranks
