#pragma once

#include <cstdint>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/parallel/small_model.hpp"
#include "tests/support/session.hpp"

namespace test {

/// What this rank measured in the last step of the plan. Collective over the session.
inline parallel::Measurement measure(const parallel::Plan& plan) {
  return parallel::train(test_support::session(), plan, counting_batches(plan), {}, {})
      .measurement.value();
}

inline const sim::MemoryReport::CategoryBytes& bytes(const parallel::Measurement& measured,
                                                     sim::Category category) {
  return measured.memory.categories.at(static_cast<std::size_t>(category));
}
inline const sim::Level& bytes(const parallel::Measurement& measured, sim::Item item) {
  return measured.memory.items.at(static_cast<std::size_t>(item));
}
inline const sim::Level& bytes(const parallel::Measurement& measured, sim::ItemGroup group) {
  return measured.memory.groups.at(static_cast<std::size_t>(group));
}
inline const sim::FlopCount& flops(const parallel::Measurement& measured, sim::Phase phase) {
  return measured.flops.at(static_cast<std::size_t>(phase));
}

/// Buffers that live as long as the run: peak, kept, end and their share of the total peak.
inline void expect_constant(const parallel::Measurement& measured, sim::Category category,
                            std::int64_t expected) {
  const auto& actual = bytes(measured, category);
  EXPECT_EQ(actual.peak, expected) << name_of(category);
  EXPECT_EQ(actual.kept, expected) << name_of(category);
  EXPECT_EQ(actual.end, expected) << name_of(category);
  EXPECT_EQ(actual.at_total_peak, expected) << name_of(category);
}

/// Calls and payload of one operation over one axis.
inline void expect_traffic(const parallel::Measurement& measured, ranks::Axis axis,
                           ranks::Operation operation, std::int64_t calls, std::int64_t payload) {
  const auto& actual = measured.traffic.at(axis, operation);
  EXPECT_EQ(actual.calls, calls) << name_of(axis) << ' ' << name_of(operation);
  EXPECT_EQ(actual.bytes, payload) << name_of(axis) << ' ' << name_of(operation);
}

}  // namespace test
