#include "sim/live_bytes.hpp"

#include <gtest/gtest.h>

#include "sim/ledger.hpp"

namespace sim {
namespace {

constexpr Owner owner{Category::workspace};

// However many micro-batches pass, places follow what is alive.
TEST(LiveBytes, PlacesDoNotGrowWithWhatHasPassed) {
  LiveBytes live;
  for (std::int64_t micro_batch = 0; micro_batch < 100'000; ++micro_batch) {
    live.move_to({.layer = 3, .micro_batch = micro_batch});
    LiveBytes::Entry& entry = live.entry_of(Category::workspace, Item::none);
    live.change(entry, 8);
    if (micro_batch < 10) live.mark_peak();
    live.change(entry, -8);
    ASSERT_LE(live.places(), 1100U);
  }
  ASSERT_EQ(live.at_peak().size(), 1U);
  EXPECT_EQ(live.at_peak().front().place.micro_batch, 9) << "the peak is remembered all the same";
}

// A charge outlives any number of other places, one of no bytes too.
TEST(LiveBytes, ChargesKeepTheirPlace) {
  Ledger ledger;
  Charge kept;
  Charge empty;
  {
    const auto scope = PlaceScope::in_micro_batch(ledger, 7);
    kept = ledger.charge(owner, 100);
    empty = ledger.charge(owner, 0);
  }
  for (std::int64_t micro_batch = 10; micro_batch < 20'000; ++micro_batch) {
    const auto scope = PlaceScope::in_micro_batch(ledger, micro_batch);
    const Charge passing = ledger.charge(owner, 1);
  }
  empty = Charge();
  const MemoryReport report = ledger.report();
  EXPECT_EQ(report.total_peak, 101);
  ASSERT_FALSE(report.at_peak.empty());
  EXPECT_EQ(report.at_peak.front().place.micro_batch, 7);
  EXPECT_EQ(report.at_peak.front().bytes, 100);
  kept = Charge();
  EXPECT_EQ(ledger.report().categories[static_cast<std::size_t>(Category::workspace)].end, 0);
}

}  // namespace
}  // namespace sim
