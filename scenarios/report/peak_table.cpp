#include "scenarios/report/peak_table.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "scenarios/judge/run_result.hpp"
#include "scenarios/report/number_text.hpp"
#include "scenarios/report/text_table.hpp"

namespace scenarios {

namespace {

using Align = TextTable::Align;

constexpr std::size_t shown_entries = 8;

std::string bytes_text(std::int64_t bytes) {
  return readable(static_cast<double>(bytes), "memory.total.peak");
}

std::string index_text(std::int64_t index) {
  return index == sim::Place::outside ? "-" : std::to_string(index);
}

std::string kind_text(const sim::PeakEntry& entry) {
  std::string text(sim::name_of(entry.category));
  if (entry.item != sim::Item::none) text += fmt::format(" {}", sim::name_of(entry.item));
  return text;
}

void add_entry(TextTable& table, const sim::PeakEntry& entry, std::int64_t total) {
  table.add(
      {{bytes_text(entry.bytes)},
       {share_text(static_cast<double>(entry.bytes), static_cast<double>(total)), Shade::faint},
       {kind_text(entry)},
       {index_text(entry.place.layer)},
       {index_text(entry.place.micro_batch)}});
}

void add_rest(TextTable& table, std::span<const sim::PeakEntry> rest, std::int64_t total) {
  if (rest.empty()) return;
  std::int64_t bytes = 0;
  for (const sim::PeakEntry& entry : rest) bytes += entry.bytes;
  table.add({{bytes_text(bytes)},
             {share_text(static_cast<double>(bytes), static_cast<double>(total)), Shade::faint},
             {fmt::format("{} more", rest.size()), Shade::faint},
             {""},
             {""}});
}

}  // namespace

std::string peak_table(std::span<const parallel::Measurement> ranks, const TerminalStyle& style) {
  if (ranks.empty()) return "";
  const parallel::Measurement& fullest = fullest_of(ranks);
  if (fullest.memory.at_peak.empty()) return "";
  const std::int64_t total = fullest.memory.total_peak;
  const std::span<const sim::PeakEntry> entries = fullest.memory.at_peak;
  TextTable table({{"bytes", Align::right},
                   {"share", Align::right},
                   {"of"},
                   {"layer", Align::right},
                   {"micro-batch", Align::right}});
  const std::size_t shown = std::min(shown_entries, entries.size());
  for (const sim::PeakEntry& entry : entries.first(shown)) add_entry(table, entry, total);
  add_rest(table, entries.subspan(shown), total);
  return fmt::format("what fills the peak of rank {}, {}\n", fullest.rank, bytes_text(total)) +
         table.text(style);
}

}  // namespace scenarios
