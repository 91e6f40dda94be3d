#include "sim/live_bytes.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace sim {

// Here, because g++ 12 warns wrongly about members of the map where it inlines these into tests.
LiveBytes::LiveBytes() : here_(places_.try_emplace(Place{}).first) {}
LiveBytes::~LiveBytes() = default;

void LiveBytes::move_to(Place place) {
  const auto next = places_.lower_bound(place);
  if (next != places_.end() && next->first == place) {
    here_ = next;
    return;
  }
  if (places_.size() >= limit_) take_back();
  if (spare_.empty()) {
    here_ = places_.try_emplace(place).first;
    return;
  }
  Places::node_type node = std::move(spare_.back());
  spare_.pop_back();
  node.key() = place;
  node.mapped() = {};
  here_ = places_.insert(std::move(node)).position;
}

bool LiveBytes::is_over(const Kinds& kinds) const {
  return std::ranges::all_of(kinds, [this](const Entry& entry) {
    return entry.live == 0 && (entry.peak != peak_ || entry.remembered == 0);
  });
}

// As many again as are left may come before the next look, so that looking costs little.
void LiveBytes::take_back() {
  for (auto place = places_.begin(); place != places_.end();) {
    const auto next = std::next(place);
    if (place != here_ && is_over(place->second)) spare_.push_back(places_.extract(place));
    place = next;
  }
  limit_ = std::max(first_limit, 2 * places_.size());
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
