#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "sim/category.hpp"
#include "sim/items.hpp"
#include "sim/place.hpp"

namespace sim {

/// Bytes of one kind that were alive at one place when the total peaked.
struct PeakEntry {
  Category category = Category::workspace;
  Item item = Item::none;
  Place place;
  std::int64_t bytes = 0;

  bool operator==(const PeakEntry&) const = default;
};

/// Bytes alive by what they are and where they were made, and the same at the last peak. A peak
/// costs nothing: it counts up, and an entry remembers what it held then when it first changes
/// afterwards. Places stay and are used again, so that a step allocates nothing once the first has
/// been through all of them; in a long step those that hold nothing and are no part of the peak are
/// taken back now and then, so that their number follows what is alive and not the micro-batches.
class LiveBytes {
 public:
  struct Entry {
    std::int64_t live = 0;
    std::int64_t remembered = 0;  // what was alive at peak number `peak`
    std::int64_t peak = 0;
  };

  LiveBytes();
  LiveBytes(const LiveBytes&) = delete;
  LiveBytes& operator=(const LiveBytes&) = delete;
  ~LiveBytes();

  /// Where what is made from now on belongs. Looked up here, once a scope, and not at each buffer.
  void move_to(Place place);
  [[nodiscard]] Place place() const { return here_->first; }
  /// The entry of a kind at this place; it stays where it is while it holds bytes.
  [[nodiscard]] Entry& entry_of(Category category, Item item) {
    return here_->second[kind_of(category, item)];
  }
  /// Adds `bytes`, or takes them away when negative.
  void change(Entry& entry, std::int64_t bytes) const {
    if (entry.peak != peak_) entry = {entry.live, entry.live, peak_};
    entry.live += bytes;
  }
  /// What is alive now is the peak.
  void mark_peak() { ++peak_; }
  /// Places that are remembered now.
  [[nodiscard]] std::size_t places() const { return places_.size(); }
  /// What was alive at the last peak, the largest first.
  [[nodiscard]] std::vector<PeakEntry> at_peak() const;

 private:
  // Activations by item, all else by category.
  static constexpr std::size_t kind_count = category_count + item_count;
  static std::size_t kind_of(Category category, Item item) {
    return item == Item::none ? static_cast<std::size_t>(category)
                              : category_count + static_cast<std::size_t>(item);
  }
  using Kinds = std::array<Entry, kind_count>;
  using Places = std::map<Place, Kinds>;

  [[nodiscard]] bool is_over(const Kinds& kinds) const;
  void take_back();

  static constexpr std::size_t first_limit = 1024;

  Places places_;
  Places::iterator here_;
  std::vector<Places::node_type> spare_;  // taken back, for the next places
  std::size_t limit_ = first_limit;       // of places, until they are looked through
  std::int64_t peak_ = 0;
};

}  // namespace sim
