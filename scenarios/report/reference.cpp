#include "scenarios/report/reference.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fnmatch.h>

#include "scenarios/judge/quantities.hpp"
#include "scenarios/packs/variable_meanings.hpp"
#include "scenarios/read/keys.hpp"

namespace scenarios {

namespace {

bool matches(const std::string& pattern, const std::string& name) {
  return ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

std::string_view kind_text(Kind kind) {
  switch (kind) {
    case Kind::boolean:
      return "true or false";
    case Kind::integer:
      return "integer";
    case Kind::real:
      return "number";
    case Kind::word:
      return "word";
    case Kind::text:
      return "text";
    case Kind::integers:
      return "list of integers";
    case Kind::reals:
      return "list of numbers";
  }
  return "";
}

std::string values_text(const Key& key) {
  if (key.kind == Kind::word) return key.known_words();
  std::string text(kind_text(key.kind));
  const bool has_range =
      key.kind != Kind::boolean && key.kind != Kind::text && key.range.text() != Range{}.text();
  return has_range ? text + " " + key.range.text() : text;
}

// What the name says: bytes, FLOPs, calls or elements.
std::string_view unit_of(std::string_view quantity) {
  if (quantity.starts_with("memory.") || quantity.ends_with(".bytes")) return "bytes";
  if (quantity.starts_with("flops.")) return "FLOP";
  if (quantity.ends_with(".calls")) return "calls";
  return quantity.starts_with("ranks.") ? "ranks" : "elements";
}

// A table of Markdown has its own idea of a bar.
std::string escaped(const std::string& text) {
  std::string all;
  for (const char c : text) all += c == '|' ? "\\|" : std::string(1, c);
  return all;
}

}  // namespace

bool Reference::has(const std::string& pattern) const {
  return std::ranges::any_of(
      entries_, [&pattern](const Entry& entry) { return matches(pattern, entry.name); });
}

std::string Reference::text(const std::vector<std::string>& patterns,
                            const TerminalStyle& style) const {
  using Align = TextTable::Align;
  using Fit = TextTable::Fit;
  TextTable table({{"name", Align::left, Fit::wraps},
                   {"value", Align::left, Fit::wraps},
                   {"unit"},
                   {"default", Align::left, Fit::wraps},
                   {"meaning", Align::left, Fit::wraps}});
  for (const Entry& entry : entries_) {
    const bool is_shown =
        patterns.empty() || std::ranges::any_of(patterns, [&entry](const std::string& pattern) {
          return matches(pattern, entry.name);
        });
    if (!is_shown) continue;
    table.add(
        {entry.name, entry.values, entry.unit, entry.fallback, {entry.meaning, Shade::faint}});
  }
  return table.text(style);
}

std::string Reference::markdown() const {
  std::string text = fmt::format(
      "## {}\n\n| name | value | unit | default | meaning |\n"
      "|---|---|---|---|---|\n",
      title_);
  for (const Entry& entry : entries_) {
    text += fmt::format("| `{}` | {} | {} | {} | {} |\n", entry.name, escaped(entry.values),
                        entry.unit, entry.fallback, escaped(entry.meaning));
  }
  return text;
}

Reference key_reference() {
  std::vector<Reference::Entry> entries;
  for (const Key& key : all_keys()) {
    entries.push_back({.name = std::string(key.path),
                       .values = values_text(key),
                       .unit = std::string(key.unit),
                       .fallback = key.required ? "required" : std::string(key.fallback),
                       .meaning = std::string(key.meaning)});
  }
  return {"Keys of a scenario", std::move(entries)};
}

Reference variable_reference() {
  std::vector<Reference::Entry> entries;
  for (const VariableMeaning& variable : variable_meanings()) {
    entries.push_back({.name = std::string(variable.name),
                       .values = variable.of_rank ? "of a rank" : std::string(variable.key),
                       .unit = "",
                       .fallback = "",
                       .meaning = std::string(variable.meaning)});
  }
  return {"Variables of an expression", std::move(entries)};
}

Reference quantity_reference() {
  std::vector<Reference::Entry> entries;
  for (const std::string& name : quantity_names()) {
    entries.push_back({.name = name,
                       .values = "",
                       .unit = std::string(unit_of(name)),
                       .fallback = "",
                       .meaning = ""});
  }
  return {"Quantities that are measured", std::move(entries)};
}

std::string reference_page() {
  return "# What can be written\n\nMade from the tables that the program reads; `shardscope keys`, "
         "`variables` and `quantities` print the same.\n\n" +
         key_reference().markdown() + "\n" + variable_reference().markdown() + "\n" +
         quantity_reference().markdown();
}

}  // namespace scenarios
