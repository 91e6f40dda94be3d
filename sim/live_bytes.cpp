#include "sim/live_bytes.hpp"

#include <algorithm>

namespace sim {

// Here, because g++ 12 warns wrongly about members of the map where it inlines these into tests.
LiveBytes::LiveBytes() = default;
LiveBytes::~LiveBytes() = default;

LiveBytes::Entry& LiveBytes::entry_of(Category category, Item item, Place place) {
  return entries_[{category, item, place}];
}

std::vector<PeakEntry> LiveBytes::at_peak() const {
  std::vector<PeakEntry> entries;
  for (const auto& [key, entry] : entries_) {
    const std::int64_t bytes = entry.peak == peak_ ? entry.remembered : entry.live;
    if (bytes > 0) entries.push_back({key.category, key.item, key.place, bytes});
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const PeakEntry& a, const PeakEntry& b) { return a.bytes > b.bytes; });
  return entries;
}

}  // namespace sim
