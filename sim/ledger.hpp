#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/category.hpp"
#include "sim/items.hpp"
#include "sim/live_bytes.hpp"
#include "sim/place.hpp"

namespace sim {

/// Who owns a buffer: its category and, for activations, which item it is.
struct Owner {
  Category category = Category::workspace;
  Item item = Item::none;
};
/// The owner of a saved activation.
constexpr Owner activation(Item item) {
  return {Category::activations, item};
}

/// Bytes alive of one kind: now, at most since the step began, and when the first backward began.
struct Level {
  std::int64_t live = 0;
  std::int64_t peak = 0;
  std::int64_t kept = 0;
  bool operator==(const Level&) const = default;
};

/// What the ledger saw of one step.
struct MemoryReport {
  struct CategoryBytes {
    std::int64_t peak = 0;
    std::int64_t kept = 0;
    std::int64_t end = 0;
    std::int64_t at_total_peak = 0;
    bool operator==(const CategoryBytes&) const = default;
  };
  std::array<CategoryBytes, category_count> categories{};
  std::array<Level, item_count> items{};  // activations by item; `live` is the end of the step
  std::array<Level, item_group_count> groups{};  // activations by item group
  std::int64_t total_peak = 0;
  std::vector<PeakEntry> at_peak;  // what total_peak consists of, the largest first
  bool operator==(const MemoryReport&) const = default;
};

class Charge;

/// Books every buffer of a rank at the moment it is allocated and freed. It knows no sizes of its
/// own: what it reports is what was really asked for.
class Ledger {
 public:
  Ledger() = default;
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  /// Books `bytes` (>= 0) at the current place until the returned charge dies; the ledger must
  /// outlive it. Throws Overflow when all that is alive passes 2^63 - 1 bytes.
  [[nodiscard]] Charge charge(Owner owner, std::int64_t bytes);

  /// Starts a step: peaks fall to what is alive, nothing is kept yet.
  void begin_step();
  /// Marks what is alive as `kept`: called when the first backward of the step begins (forward
  /// only: at its end). Later calls in the same step change nothing.
  void mark_kept();
  [[nodiscard]] MemoryReport report() const;

  /// Where what is charged now belongs; PlaceScope sets it.
  [[nodiscard]] Place place() const { return live_.place(); }

 private:
  friend class Charge;
  friend class PlaceScope;
  void add(Owner owner, LiveBytes::Entry& entry, std::int64_t bytes);
  void note_total_peak();

  std::array<Level, category_count> categories_{};
  std::array<Level, item_count> items_{};
  std::array<Level, item_group_count> groups_{};
  std::array<std::int64_t, category_count> at_total_peak_{};
  LiveBytes live_;
  std::int64_t total_live_ = 0;
  std::int64_t total_peak_ = 0;
  bool kept_is_marked_ = false;
};

/// A move-only receipt: while it lives its bytes are booked.
class Charge {
 public:
  Charge() = default;
  Charge(Charge&& other) noexcept;
  Charge& operator=(Charge&& other) noexcept;
  Charge(const Charge&) = delete;
  Charge& operator=(const Charge&) = delete;
  ~Charge();

  /// From now on the bytes are `owner`'s, as if made at the current place.
  void move_to(Owner owner);

 private:
  friend class Ledger;
  Charge(Ledger& ledger, Owner owner, LiveBytes::Entry& entry, std::int64_t bytes)
      : ledger_(&ledger), entry_(&entry), owner_(owner), bytes_(bytes) {}
  void release();

  Ledger* ledger_ = nullptr;
  LiveBytes::Entry* entry_ = nullptr;  // of the place where it was made
  Owner owner_;
  std::int64_t bytes_ = 0;
};

/// While it lives, what is charged belongs to a layer or a micro-batch. Scopes nest: each sets one
/// of the two and gives back what it found.
class PlaceScope {
 public:
  [[nodiscard]] static PlaceScope in_layer(Ledger& ledger, std::int64_t layer) {
    return {ledger, {layer, ledger.place().micro_batch}};
  }
  [[nodiscard]] static PlaceScope in_micro_batch(Ledger& ledger, std::int64_t micro_batch) {
    return {ledger, {ledger.place().layer, micro_batch}};
  }
  PlaceScope(const PlaceScope&) = delete;
  PlaceScope& operator=(const PlaceScope&) = delete;
  ~PlaceScope() { ledger_.live_.move_to(before_); }

 private:
  PlaceScope(Ledger& ledger, Place place) : ledger_(ledger), before_(ledger.place()) {
    ledger.live_.move_to(place);
  }

  Ledger& ledger_;
  Place before_;
};

}  // namespace sim
