#include "sim/ledger.hpp"

#include <algorithm>
#include <utility>

#include "sim/checked.hpp"
#include "sim/ensure.hpp"

namespace sim {
namespace {

void change(Level& level, std::int64_t bytes) {
  level.live += bytes;
  level.peak = std::max(level.peak, level.live);
}

template <std::size_t count, class Change>
void change_all(std::array<Level, count>& levels, Change change_one) {
  std::for_each(levels.begin(), levels.end(), change_one);
}

}  // namespace

Charge Ledger::charge(Owner owner, std::int64_t bytes) {
  ENSURE(bytes >= 0, bytes);
  ENSURE((owner.item == Item::none) == (owner.category != Category::activations),
         name_of(owner.category), name_of(owner.item));
  if (bytes == 0) return {};  // books nothing, and so keeps no entry alive
  LiveBytes::Entry& entry = live_.entry_of(owner.category, owner.item);
  add(owner, entry, bytes);
  return {*this, owner, entry, bytes};
}

void Ledger::add(Owner owner, LiveBytes::Entry& entry, std::int64_t bytes) {
  // No other level is above the total, so that they need no check.
  total_live_ = (Checked(total_live_) + bytes).value();
  change(categories_[static_cast<std::size_t>(owner.category)], bytes);
  if (owner.item != Item::none) {
    change(items_[static_cast<std::size_t>(owner.item)], bytes);
    change(groups_[static_cast<std::size_t>(group_of(owner.item))], bytes);
  }
  live_.change(entry, bytes);
  if (total_live_ > total_peak_) note_total_peak();
}

void Ledger::note_total_peak() {
  total_peak_ = total_live_;
  live_.mark_peak();
  for (std::size_t i = 0; i < category_count; ++i) at_total_peak_[i] = categories_[i].live;
}

void Ledger::begin_step() {
  const auto restart = [](Level& level) { level = {level.live, level.live, 0}; };
  change_all(categories_, restart);
  change_all(items_, restart);
  change_all(groups_, restart);
  kept_is_marked_ = false;
  note_total_peak();
}

void Ledger::mark_kept() {
  if (std::exchange(kept_is_marked_, true)) return;
  const auto keep = [](Level& level) { level.kept = level.live; };
  change_all(categories_, keep);
  change_all(items_, keep);
  change_all(groups_, keep);
}

MemoryReport Ledger::report() const {
  MemoryReport report{.categories = {},
                      .items = items_,
                      .groups = groups_,
                      .total_peak = total_peak_,
                      .at_peak = live_.at_peak()};
  for (std::size_t i = 0; i < category_count; ++i) {
    const Level& level = categories_[i];
    report.categories[i] = {level.peak, level.kept, level.live, at_total_peak_[i]};
  }
  return report;
}

Charge::Charge(Charge&& other) noexcept
    : ledger_(std::exchange(other.ledger_, nullptr)),
      entry_(other.entry_),
      owner_(other.owner_),
      bytes_(other.bytes_) {}

Charge& Charge::operator=(Charge&& other) noexcept {
  if (this != &other) {
    release();
    ledger_ = std::exchange(other.ledger_, nullptr);
    entry_ = other.entry_;
    owner_ = other.owner_;
    bytes_ = other.bytes_;
  }
  return *this;
}

Charge::~Charge() {
  release();
}

void Charge::move_to(Owner owner) {
  if (ledger_ == nullptr) return;
  Ledger& ledger = *ledger_;
  release();
  *this = ledger.charge(owner, bytes_);
}

void Charge::release() {
  if (ledger_ != nullptr) ledger_->add(owner_, *entry_, -bytes_);
  ledger_ = nullptr;
}

}  // namespace sim
