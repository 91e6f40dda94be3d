#include "sim/ledger.hpp"

#include <cstddef>
#include <optional>
#include <utility>

#include <gtest/gtest.h>

#include "sim/ensure.hpp"

namespace sim {
namespace {

constexpr Owner weights{Category::weights};
constexpr Owner workspace{Category::workspace};

const MemoryReport::CategoryBytes& of(const MemoryReport& report, Category category) {
  return report.categories.at(static_cast<std::size_t>(category));
}
const Level& of(const MemoryReport& report, Item item) {
  return report.items.at(static_cast<std::size_t>(item));
}
const Level& of(const MemoryReport& report, ItemGroup group) {
  return report.groups.at(static_cast<std::size_t>(group));
}

TEST(Ledger, BooksFromChargeToDeath) {
  Ledger ledger;
  {
    const Charge charge = ledger.charge(weights, 100);
    EXPECT_EQ(of(ledger.report(), Category::weights).end, 100);
  }
  const MemoryReport report = ledger.report();
  EXPECT_EQ(of(report, Category::weights).end, 0);
  EXPECT_EQ(of(report, Category::weights).peak, 100);
  EXPECT_EQ(of(report, Category::gradients).peak, 0);
  EXPECT_EQ(report.total_peak, 100);
}

TEST(Ledger, MovingAChargeBooksNothing) {
  Ledger ledger;
  Charge first = ledger.charge(weights, 100);
  Charge second = std::move(first);
  EXPECT_EQ(ledger.report().total_peak, 100);
  second = ledger.charge(workspace, 30);  // 130 for a moment, then the 100 are given back
  EXPECT_EQ(ledger.report().total_peak, 130);
  EXPECT_EQ(of(ledger.report(), Category::weights).end, 0);
  EXPECT_EQ(of(ledger.report(), Category::workspace).end, 30);
}

// weights 100 ....... workspace 50 (total 150) - freed - activations 40 (140) - workspace 10 (150)
// The total reaches 150 twice; the first time it was 100 + 50.
TEST(Ledger, TotalPeaksAtItsFirstMaximum) {
  Ledger ledger;
  const Charge kept = ledger.charge(weights, 100);
  { const Charge gone = ledger.charge(workspace, 50); }
  const Charge saved = ledger.charge(activation(Item::mlp_gelu_input), 40);
  const Charge more = ledger.charge(workspace, 10);
  const MemoryReport report = ledger.report();
  EXPECT_EQ(report.total_peak, 150);
  EXPECT_EQ(of(report, Category::weights).at_total_peak, 100);
  EXPECT_EQ(of(report, Category::workspace).at_total_peak, 50);
  EXPECT_EQ(of(report, Category::activations).at_total_peak, 0);
  EXPECT_EQ(of(report, Category::activations).peak, 40);
}

TEST(Ledger, TotalIsThePeakOfTheSum) {
  Ledger ledger;
  { const Charge first = ledger.charge(weights, 100); }
  { const Charge second = ledger.charge(workspace, 60); }
  EXPECT_EQ(ledger.report().total_peak, 100) << "not 160, the sum of the peaks";
}

TEST(Ledger, KeptIsMarkedOnceAStep) {
  Ledger ledger;
  const Charge saved = ledger.charge(activation(Item::norm_1_input), 8);
  ledger.mark_kept();
  const Charge later = ledger.charge(activation(Item::norm_1_input), 4);
  ledger.mark_kept();
  const MemoryReport report = ledger.report();
  EXPECT_EQ(of(report, Category::activations).kept, 8);
  EXPECT_EQ(of(report, Item::norm_1_input).kept, 8);
  EXPECT_EQ(of(report, Item::norm_1_input).peak, 12);
}

TEST(Ledger, AStepStartsFromWhatIsAlive) {
  Ledger ledger;
  const Charge alive = ledger.charge(weights, 100);
  { const Charge gone = ledger.charge(workspace, 900); }
  ledger.mark_kept();
  ledger.begin_step();
  const MemoryReport start = ledger.report();
  EXPECT_EQ(start.total_peak, 100);
  EXPECT_EQ(of(start, Category::workspace).peak, 0);
  EXPECT_EQ(of(start, Category::weights).peak, 100);
  EXPECT_EQ(of(start, Category::weights).at_total_peak, 100);
  EXPECT_EQ(of(start, Category::weights).kept, 0);
  ledger.mark_kept();
  EXPECT_EQ(of(ledger.report(), Category::weights).kept, 100);
}

TEST(Ledger, GroupsPeakAsASum) {
  Ledger ledger;
  std::optional<Charge> input = ledger.charge(activation(Item::mlp_fc1_input), 10);
  input.reset();
  const Charge gelu = ledger.charge(activation(Item::mlp_gelu_input), 7);
  const Charge logits = ledger.charge(activation(Item::head_logits), 5);
  const MemoryReport report = ledger.report();
  EXPECT_EQ(of(report, ItemGroup::layer).peak, 10) << "10, then 7: never 17";
  EXPECT_EQ(of(report, ItemGroup::layer).live, 7);
  EXPECT_EQ(of(report, ItemGroup::head).peak, 5);
  EXPECT_EQ(of(report, ItemGroup::embedding).peak, 0);
}

TEST(Ledger, RefusesWhatCannotBeBooked) {
  Ledger ledger;
  EXPECT_THROW((void)ledger.charge(weights, -1), Error);
  EXPECT_THROW((void)ledger.charge({Category::weights, Item::head_logits}, 1), Error);
  EXPECT_THROW((void)ledger.charge({Category::activations, Item::none}, 1), Error);
  EXPECT_EQ(ledger.report().total_peak, 0);
}

}  // namespace
}  // namespace sim
