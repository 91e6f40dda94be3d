// What fills the peak of every rank: nothing is unexplained, at any ZeRO stage and on any axis.

#include <array>

#include <gtest/gtest.h>

#include "tests/parallel/measured.hpp"
#include "tests/parallel/t0.hpp"

namespace {

void expect_explained(const parallel::Plan& plan) {
  const auto measured = test::measure(plan);
  std::array<std::int64_t, sim::category_count> categories{};
  std::int64_t total = 0;
  for (const sim::PeakEntry& entry : measured.memory.at_peak) {
    EXPECT_GT(entry.bytes, 0);
    EXPECT_EQ(entry.item != sim::Item::none, entry.category == sim::Category::activations);
    categories.at(static_cast<std::size_t>(entry.category)) += entry.bytes;
    total += entry.bytes;
  }
  EXPECT_EQ(total, measured.memory.total_peak);
  for (std::size_t i = 0; i < sim::category_count; ++i) {
    EXPECT_EQ(categories.at(i), measured.memory.categories.at(i).at_total_peak) << i;
  }
}

TEST(PeakOn1, IsExplained) {
  expect_explained(test::on(test::t0(), {}, 0, 2));
}

TEST(PeakOn4, IsExplained) {
  for (const auto& mesh : {ranks::MeshShape{.dp = 4}, {.dp = 2, .tp = 2}, {.dp = 2, .pp = 2}}) {
    for (int stage = 0; stage <= 3; ++stage) expect_explained(test::on(test::t0(), mesh, stage, 3));
  }
}

}  // namespace
