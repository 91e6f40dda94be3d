// What the ledger says the total consisted of when it peaked.
#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/ledger.hpp"
#include "sim/random.hpp"

namespace sim {
namespace {

constexpr Owner weights{Category::weights};
constexpr Owner workspace{Category::workspace};
using Entries = std::vector<PeakEntry>;

// 100 + 8 + 6 alive; then 6 freed and 4 charged elsewhere, which is less.
TEST(Peak, ExplainsThePeak) {
  Ledger ledger;
  const Charge always = ledger.charge(weights, 100);
  std::optional<Charge> saved;
  {
    const PlaceScope batch = PlaceScope::in_micro_batch(ledger, 2);
    const PlaceScope layer = PlaceScope::in_layer(ledger, 5);
    saved = ledger.charge(activation(Item::mlp_gelu_input), 8);
    const Charge transient = ledger.charge(workspace, 6);
  }
  const Charge later = ledger.charge(workspace, 4);
  EXPECT_EQ(ledger.report().at_peak,
            (Entries{{Category::weights, Item::none, {}, 100},
                     {Category::activations, Item::mlp_gelu_input, {5, 2}, 8},
                     {Category::workspace, Item::none, {5, 2}, 6}}));
  saved.reset();
  EXPECT_EQ(ledger.report().at_peak.at(1).bytes, 8) << "what is freed later was alive then";
}

TEST(Peak, ExplainsTheFirstOfEqualPeaks) {
  Ledger ledger;
  { const Charge first = ledger.charge(workspace, 10); }
  const Charge second = ledger.charge(weights, 10);
  EXPECT_EQ(ledger.report().at_peak, (Entries{{Category::workspace, Item::none, {}, 10}}));
}

TEST(Peak, AChargeIsFreedWhereItWasMade) {
  Ledger ledger;
  std::optional<Charge> charge;
  {
    const PlaceScope layer = PlaceScope::in_layer(ledger, 1);
    charge = ledger.charge(workspace, 7);
  }
  Charge moved = std::move(*charge);
  {
    const PlaceScope layer = PlaceScope::in_layer(ledger, 2);
    moved = ledger.charge(workspace, 3);
  }
  ledger.begin_step();
  EXPECT_EQ(ledger.report().at_peak, (Entries{{Category::workspace, Item::none, {2, -1}, 3}}));
}

TEST(Peak, ScopesNestAndEnd) {
  Ledger ledger;
  EXPECT_EQ(ledger.place(), (Place{-1, -1}));
  {
    const PlaceScope batch = PlaceScope::in_micro_batch(ledger, 3);
    {
      const PlaceScope layer = PlaceScope::in_layer(ledger, 7);
      EXPECT_EQ(ledger.place(), (Place{7, 3}));
    }
    EXPECT_EQ(ledger.place(), (Place{-1, 3}));
  }
  EXPECT_EQ(ledger.place(), (Place{-1, -1}));
}

/// The same bookkeeping done plainly: a copy of everything at each new maximum.
struct PlainLedger {
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> live, at_peak;
  std::int64_t total = 0;
  std::int64_t peak = 0;
  void add(std::int64_t category, std::int64_t layer, std::int64_t bytes) {
    live[{category, layer}] += bytes;
    total += bytes;
    if (total <= peak) return;
    peak = total;
    at_peak = live;
  }
  void begin_step() {
    peak = total;
    at_peak = live;
  }
};

// 20 steps of 500 charges and frees in any order, over 4 categories and 5 places.
TEST(Peak, EveryByteOfThePeakIsExplained) {
  Ledger ledger;
  PlainLedger plain;
  struct Held {
    Charge charge;
    std::int64_t category, layer, bytes;
  };
  std::vector<Held> held;
  const RandomStream stream(7, "charges");
  std::int64_t draws = 0;
  const auto draw = [&](std::int64_t below) { return stream.word(draws++) % below; };
  for (int step = 0; step < 20; ++step) {
    ledger.begin_step();
    plain.begin_step();
    for (int i = 0; i < 500; ++i) {
      if (!held.empty() && draw(100) < (i % 100 < 50 ? 20 : 80)) {
        const auto at = held.begin() + draw(std::ssize(held));
        plain.add(at->category, at->layer, -at->bytes);
        std::swap(*at, held.back());
        held.pop_back();
        continue;
      }
      const std::int64_t layer = draw(5) - 1;
      const PlaceScope scope = PlaceScope::in_layer(ledger, layer);
      constexpr std::array<Category, 4> categories = {Category::weights, Category::gradients,
                                                      Category::inputs, Category::workspace};
      const Category category = categories.at(static_cast<std::size_t>(draw(4)));
      const std::int64_t bytes = draw(50);
      held.push_back(
          {ledger.charge({category}, bytes), static_cast<std::int64_t>(category), layer, bytes});
      plain.add(static_cast<std::int64_t>(category), layer, bytes);
    }
    const MemoryReport report = ledger.report();
    std::int64_t sum = 0;
    for (const PeakEntry& entry : report.at_peak) {
      const auto category = static_cast<std::int64_t>(entry.category);
      EXPECT_EQ(entry.bytes, (plain.at_peak[{category, entry.place.layer}]));
      sum += entry.bytes;
    }
    EXPECT_EQ(sum, report.total_peak);
    EXPECT_EQ(plain.peak, report.total_peak);
    EXPECT_TRUE(std::is_sorted(report.at_peak.begin(), report.at_peak.end(),
                               [](const auto& a, const auto& b) { return a.bytes > b.bytes; }));
  }
}

}  // namespace
}  // namespace sim
