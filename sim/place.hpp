#pragma once

#include <cstdint>
#include <tuple>

namespace sim {

/// Where in the work of a step something happens.
struct Place {
  static constexpr std::int64_t outside = -1;
  std::int64_t layer = outside;        // of the model, from 0; outside layers -1
  std::int64_t micro_batch = outside;  // of the step, from 0; outside micro-batches -1

  bool operator==(const Place&) const = default;
  bool operator<(const Place& other) const {
    return std::tie(layer, micro_batch) < std::tie(other.layer, other.micro_batch);
  }
};

}  // namespace sim
