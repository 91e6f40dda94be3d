#include "scenarios/report/measurement_json.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace scenarios {
namespace {

// A different number in every field, some beyond what a double holds.
parallel::Measurement numbered() {
  parallel::Measurement of;
  std::int64_t next = 9007199254740993;  // 2^53 + 1
  of.rank = 3;
  of.count = 12;
  of.at = {.dp = 1, .tp = 2, .pp = 4};
  of.dp_group_size = 5;
  of.parameters = next++;
  of.padding = next++;
  for (auto& bytes : of.memory.categories) bytes = {next++, next++, next++, next++};
  for (auto& level : of.memory.items) level = {next++, next++, next++};
  for (auto& level : of.memory.groups) level = {next++, next++, next++};
  of.memory.total_peak = next++;
  of.memory.at_peak = {{sim::Category::workspace, sim::Item::none, {}, next++},
                       {sim::Category::activations, sim::Item::head_logits, {next, 2}, next + 1}};
  next += 2;
  for (auto& phase : of.flops) phase = {next++, next++};
  int calls = 1;
  for (std::size_t axis = 0; axis < ranks::axis_count; ++axis) {
    for (std::size_t operation = 0; operation < ranks::operation_count; ++operation) {
      for (int call = 0; call < calls; ++call) {
        of.traffic.add(static_cast<ranks::Axis>(axis), static_cast<ranks::Operation>(operation),
                       next++);
      }
      ++calls;
    }
  }
  return of;
}

TEST(MeasurementJson, LosesNothing) {
  const parallel::Measurement before = numbered();
  const parallel::Measurement after = measurement_from_json(to_json(before));
  EXPECT_EQ(after.rank, 3);
  EXPECT_EQ(after.at, before.at);
  EXPECT_EQ(after.dp_group_size, 5);
  EXPECT_EQ(after.parameters, before.parameters);
  EXPECT_EQ(after.padding, before.padding);
  EXPECT_EQ(after.memory.total_peak, before.memory.total_peak);
  EXPECT_EQ(after.memory.at_peak, before.memory.at_peak);
  EXPECT_EQ(after.memory.categories[7].at_total_peak, before.memory.categories[7].at_total_peak);
  EXPECT_EQ(after.memory.items[1].live, before.memory.items[1].live);
  EXPECT_EQ(after.memory.groups[3].kept, before.memory.groups[3].kept);
  EXPECT_EQ(after.flops[2].elementwise, before.flops[2].elementwise);
  const auto& count = after.traffic.at(ranks::Axis::control, ranks::Operation::send);
  EXPECT_EQ(count.calls, 20);
  EXPECT_EQ(count.bytes, before.traffic.at(ranks::Axis::control, ranks::Operation::send).bytes);
  EXPECT_EQ(to_json(after), to_json(before));
}

TEST(MeasurementJson, RefusesOtherTexts) {
  EXPECT_THROW(measurement_from_json(""), std::runtime_error);
  EXPECT_THROW(measurement_from_json("{}"), std::runtime_error);
  const std::string text = to_json(numbered());
  EXPECT_THROW(measurement_from_json(text.substr(0, text.size() / 2)), std::runtime_error);
}

}  // namespace
}  // namespace scenarios
