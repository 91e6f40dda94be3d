#include "sim/live_bytes.hpp"

#include <algorithm>
#include <tuple>

namespace sim {

// Here, because g++ 12 warns wrongly about members of the map where it inlines these into tests.
LiveBytes::LiveBytes() : here_(places_.try_emplace(Place{}).first) {}
LiveBytes::~LiveBytes() = default;

void LiveBytes::move_to(Place place) {
  here_ = places_.try_emplace(place).first;
}

std::vector<PeakEntry> LiveBytes::at_peak() const {
  std::vector<PeakEntry> entries;
  for (const auto& [place, kinds] : places_) {
    for (std::size_t i = 0; i < kind_count; ++i) {
      const Entry& entry = kinds[i];
      const std::int64_t bytes = entry.peak == peak_ ? entry.remembered : entry.live;
      if (bytes == 0) continue;
      const bool is_item = i >= category_count;
      entries.push_back({is_item ? Category::activations : static_cast<Category>(i),
                         is_item ? static_cast<Item>(i - category_count) : Item::none, place,
                         bytes});
    }
  }
  std::ranges::sort(entries, [](const PeakEntry& a, const PeakEntry& b) {
    return std::tie(b.bytes, a.category, a.item, a.place) <
           std::tie(a.bytes, b.category, b.item, b.place);
  });
  return entries;
}

}  // namespace sim
