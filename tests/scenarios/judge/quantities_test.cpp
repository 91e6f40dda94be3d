#include "scenarios/judge/quantities.hpp"

#include <gtest/gtest.h>

#include "scenarios/read/fault.hpp"

namespace scenarios {
namespace {

// Weights, gradients and optimizer, 20 + 300 + 4000, and nothing of the 50,000 activations.
TEST(Quantities, SumModelStates) {
  parallel::Measurement rank;
  const auto keep = [&rank](sim::Category category, std::int64_t bytes) {
    rank.memory.categories.at(static_cast<std::size_t>(category)).kept = bytes;
  };
  keep(sim::Category::weights, 20);
  keep(sim::Category::gradients, 300);
  keep(sim::Category::optimizer, 4000);
  keep(sim::Category::activations, 50000);
  EXPECT_EQ(measured_quantity(RunResult{}, rank, "memory.states.kept"), 4320);
  EXPECT_EQ(measured_quantity(RunResult{}, rank, "memory.activations.kept"), 50000);
}

TEST(Quantities, AreReadFromTheMeasurement) {
  RunResult run;
  run.parameters = 1;
  parallel::Measurement of;
  of.parameters = 2;
  of.dp_group_size = 3;
  of.memory.categories[static_cast<std::size_t>(sim::Category::gradients)] = {4, 5, 6, 7};
  of.memory.total_peak = 8;
  of.memory.items[static_cast<std::size_t>(sim::Item::head_logits)] = {0, 9, 10};
  of.memory.groups[static_cast<std::size_t>(sim::ItemGroup::layer)] = {0, 11, 12};
  of.flops[static_cast<std::size_t>(sim::Phase::forward)] = {13, 100};
  of.flops[static_cast<std::size_t>(sim::Phase::backward)] = {14, 200};
  of.traffic.add(ranks::Axis::dp, ranks::Operation::reduce_scatter, 15);
  of.traffic.add(ranks::Axis::dp, ranks::Operation::reduce_scatter, 16);
  const std::pair<const char*, std::int64_t> rows[] = {
      {"model.parameters", 1},
      {"parameters", 2},
      {"ranks.dp", 3},
      {"memory.gradients.peak", 4},
      {"memory.gradients.kept", 5},
      {"memory.gradients.end", 6},
      {"memory.gradients.at_total_peak", 7},
      {"memory.total.peak", 8},
      {"memory.activations.head.logits.peak", 9},
      {"memory.activations.head.logits.kept", 10},
      {"memory.activations.layer.peak", 11},
      {"memory.activations.layer.kept", 12},
      {"flops.forward.matmul", 13},
      {"flops.backward.elementwise", 200},
      {"flops.total.matmul", 27},
      {"flops.total.elementwise", 300},
      {"traffic.dp.reduce_scatter.bytes", 31},
      {"traffic.dp.reduce_scatter.calls", 2},
      {"traffic.tp.all_gather.calls", 0},
  };
  for (const auto& [name, value] : rows) EXPECT_EQ(measured_quantity(run, of, name), value) << name;
}

TEST(Quantities, RefuseNamesThatAreNotMeasured) {
  EXPECT_EQ(quantity_fault("memory.total.peak"), "");
  EXPECT_NE(quantity_fault("memory.wieghts.kept").find("nearest: memory.weights.kept"),
            std::string::npos);
  EXPECT_NE(quantity_fault("wire.dp").find("not measured yet"), std::string::npos);
  EXPECT_NE(quantity_fault("time.busy").find("not measured yet"), std::string::npos);
  EXPECT_NE(quantity_fault("memory.total.kept"), "");
  EXPECT_THROW(measured_quantity({}, {}, "nothing"), BadValue);
}

}  // namespace
}  // namespace scenarios
