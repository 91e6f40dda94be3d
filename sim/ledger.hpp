#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sim/items.hpp"

namespace sim {

/// What a byte is for; every byte of a rank belongs to exactly one category.
enum class Category : std::uint8_t {
  weights,
  gradients,
  optimizer,
  activations,
  live_parameters,
  communication,
  inputs,
  workspace
};
inline constexpr std::size_t category_count = 8;
std::string_view name_of(Category category);

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
};

/// What the ledger saw of one step.
struct MemoryReport {
  struct CategoryBytes {
    std::int64_t peak = 0;
    std::int64_t kept = 0;
    std::int64_t end = 0;
    std::int64_t at_total_peak = 0;
  };
  std::array<CategoryBytes, category_count> categories{};
  std::array<Level, item_count> items{};  // activations by item; `live` is the end of the step
  std::array<Level, item_group_count> groups{};  // activations by item group
  std::int64_t total_peak = 0;
};

class Charge;

/// Books every buffer of a rank at the moment it is allocated and freed. It knows no sizes of its
/// own: what it reports is what was really asked for.
class Ledger {
 public:
  Ledger() = default;
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  /// Books `bytes` (>= 0) until the returned charge dies; the ledger must outlive it.
  [[nodiscard]] Charge charge(Owner owner, std::int64_t bytes);

  /// Starts a step: peaks fall to what is alive, nothing is kept yet.
  void begin_step();
  /// Marks what is alive as `kept`: called when the first backward of the step begins (forward
  /// only: at its end). Later calls in the same step change nothing.
  void mark_kept();
  [[nodiscard]] MemoryReport report() const;

 private:
  friend class Charge;
  void add(Owner owner, std::int64_t bytes);
  void note_total_peak();

  std::array<Level, category_count> categories_{};
  std::array<Level, item_count> items_{};
  std::array<Level, item_group_count> groups_{};
  std::array<std::int64_t, category_count> at_total_peak_{};
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

 private:
  friend class Ledger;
  Charge(Ledger& ledger, Owner owner, std::int64_t bytes)
      : ledger_(&ledger), owner_(owner), bytes_(bytes) {}
  void release();

  Ledger* ledger_ = nullptr;
  Owner owner_;
  std::int64_t bytes_ = 0;
};

}  // namespace sim
