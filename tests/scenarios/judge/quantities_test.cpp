#include "scenarios/judge/quantities.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace scenarios
