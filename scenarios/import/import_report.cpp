#include "scenarios/import/import_report.hpp"

#include <fmt/format.h>

#include "scenarios/import/syntax/printable.hpp"
#include "scenarios/text/int128.hpp"

namespace scenarios {

namespace {

void add_section(std::string& text, const char* title, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  text += fmt::format("\n{} ({})\n", title, lines.size());
  for (const std::string& line : lines) text += fmt::format("  {}\n", printable(line));
}

// What the files lack, as one knows it: a key whose part in the count is not known, a fault, or
// that there is no model at all.
std::string why_uncounted(const ImportResult& result) {
  const Imported& imported = result.imported;
  for (const auto* reasons : {&imported.uncounted, &result.faults, &imported.obstacles}) {
    if (!reasons->empty()) return reasons->front().text();
  }
  return "these files give no model";
}

void add_lines(std::string& text, std::string_view title, const std::vector<Fault>& faults) {
  for (const Fault& fault : faults) text += fmt::format("{}: {}\n", title, printable(fault.text()));
}

// What makes the rest untrue or useless, before the rest.
std::string first_lines(const ImportResult& result) {
  const Imported& imported = result.imported;
  std::string text;
  if (count_lines(result).empty()) {
    text += fmt::format("parameters: not determined: {}\n", printable(why_uncounted(result)));
  }
  add_lines(text, "missing", imported.missing);
  if (!imported.missing.empty()) text += "  --partial writes a scenario without what is missing\n";
  add_lines(text, "no scenario", imported.obstacles);
  for (const std::string& line : imported.unknown) {
    text += fmt::format("unknown, taken for nothing: {}\n", printable(line));
  }
  return text;
}

// With `rows` rows in the tables, as the files mean the model and as a scenario has it.
struct Count {
  Int128 of_files = 0;
  Int128 of_scenario = 0;
};

Count count_of(const ImportResult& result, Int128 rows) {
  DenseShape shape = *result.shape;
  shape.padded_vocabulary = rows;
  Count count{.of_files = 0, .of_scenario = dense_parameters(shape, rows)};
  count.of_files = count.of_scenario;
  for (const Difference& difference : result.imported.differences) {
    count.of_files += difference.parameters(shape);
  }
  return count;
}

std::vector<std::string> difference_lines(const ImportResult& result) {
  std::vector<std::string> lines;
  const Int128 rows = result.shape->padded_vocabulary;
  for (const Difference& difference : result.imported.differences) {
    const Int128 parameters = difference.parameters(*result.shape);
    lines.push_back(fmt::format(
        "{} {}{}: {}; a scenario has no key for it", parameters < 0 ? "less" : "of which",
        grouped(parameters < 0 ? -parameters : parameters), " parameters", difference.what));
  }
  if (!lines.empty()) {
    lines.push_back(
        fmt::format("parameters of the scenario {}", grouped(count_of(result, rows).of_scenario)));
  }
  return lines;
}

}  // namespace

std::vector<std::string> count_lines(const ImportResult& result) {
  if (const auto& counted = result.imported.counted) {
    return {fmt::format("parameters {}", grouped(counted->parameters)),
            fmt::format("active for one token {}", grouped(counted->active))};
  }
  if (!result.shape) return {};
  const DenseShape& shape = *result.shape;
  std::vector<std::string> lines{
      fmt::format("parameters {}", grouped(count_of(result, shape.vocabulary).of_files))};
  if (shape.padded_vocabulary != shape.vocabulary) {
    lines.push_back(fmt::format("padded parameters {} (vocabulary of {} rows padded to {})",
                                grouped(count_of(result, shape.padded_vocabulary).of_files),
                                grouped(shape.vocabulary), grouped(shape.padded_vocabulary)));
  }
  for (std::string& line : difference_lines(result)) lines.push_back(std::move(line));
  return lines;
}

std::string import_report(const ImportResult& result) {
  const Imported& imported = result.imported;
  std::string text = first_lines(result);
  for (const std::string& source : imported.sources) text += printable(source) + "\n";
  for (const std::string& line : count_lines(result)) text += line + "\n";
  add_section(text, "used", imported.used);
  add_section(text, "ignored as irrelevant", imported.ignored);
  add_section(text, "contradictory", imported.contradictions);
  add_section(text, "notes", imported.notes);
  return text;
}

}  // namespace scenarios
