#include "scenarios/report/step_totals.hpp"

namespace scenarios {

namespace {

std::int64_t all_phases(const parallel::Measurement& rank, std::int64_t sim::FlopCount::*kind) {
  std::int64_t sum = 0;
  for (const sim::FlopCount& phase : rank.flops) sum += phase.*kind;
  return sum;
}

}  // namespace

std::int64_t matmul_flops(const parallel::Measurement& rank) {
  return all_phases(rank, &sim::FlopCount::matmul);
}

std::int64_t elementwise_flops(const parallel::Measurement& rank) {
  return all_phases(rank, &sim::FlopCount::elementwise);
}

std::int64_t sent_on(ranks::Axis axis, const parallel::Measurement& rank) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < ranks::operation_count; ++i) {
    sum += rank.traffic.at(axis, static_cast<ranks::Operation>(i)).bytes;
  }
  return sum;
}

std::int64_t sent(const parallel::Measurement& rank) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < ranks::axis_count; ++i) {
    sum += sent_on(static_cast<ranks::Axis>(i), rank);
  }
  return sum;
}

}  // namespace scenarios
