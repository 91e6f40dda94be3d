#include "scenarios/import/scenario_text.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "scenarios/import/import_report.hpp"
#include "scenarios/read/keys.hpp"
#include "scenarios/read/value.hpp"

namespace scenarios {

namespace {

// What stands in a comment or between quotation marks must stay on its line.
std::string on_one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return text;
}

std::string in_quotes(std::string_view text) {
  std::string result = "'";
  for (const char c : on_one_line(std::string(text)))
    result += c == '\'' ? "''" : std::string(1, c);
  return result + "'";
}

std::string name_of(const Imported& imported) {
  const Origin* origin = imported.draft.origin_of("model.hidden_size");
  const std::string file = origin == nullptr ? "" : origin->file;
  return file.empty() ? "imported" : std::filesystem::path(file).stem().string();
}

// The keys below `section` ("" or "model."), each subsection where its first key stands.
void write_section(std::string& text, const Draft& draft, const std::string& section) {
  const auto depth = static_cast<std::size_t>(std::ranges::count(section, '.'));
  const std::string indent(2 * depth, ' ');
  std::vector<std::string> written;
  for (const Key& key : all_keys()) {
    const std::optional<Value> value = draft.find(key.path);
    if (!value || !key.path.starts_with(section)) continue;
    const std::string name(key.path.substr(section.size()));
    const std::size_t dot = name.find('.');
    if (dot == std::string::npos) {
      const Origin* origin = draft.origin_of(key.path);
      text += fmt::format("{}{}: {}  # {}\n", indent, name,
                          key.kind == Kind::text ? in_quotes(text_of(*value)) : text_of(*value),
                          origin == nullptr ? "default" : on_one_line(origin->text()));
    } else if (std::ranges::find(written, name.substr(0, dot)) == written.end()) {
      written.push_back(name.substr(0, dot));
      text += fmt::format("{}{}:\n", indent, written.back());
      write_section(text, draft, section + written.back() + ".");
    }
  }
}

}  // namespace

std::string scenario_text(const ImportResult& result) {
  const Imported& imported = result.imported;
  std::string text;
  for (const Fault& fault : imported.missing) {
    text += fmt::format("# PARTIAL, without {}\n", on_one_line(fault.text()));
  }
  text += "# Written by `shardscope import` from\n";
  for (const std::string& source : imported.sources) {
    text += fmt::format("#   {}\n", on_one_line(source));
  }
  for (const std::string& line : count_lines(result)) text += fmt::format("# {}\n", line);
  for (const Fault& reason : imported.uncounted) {
    text += fmt::format("# parameters: not determined: {}\n", on_one_line(reason.text()));
  }
  for (const std::string& line : imported.unknown) {
    text += fmt::format("# Unknown, taken for nothing: {}\n", on_one_line(line));
  }
  for (const std::string& note : imported.notes) {
    text += fmt::format("# Note: {}\n", on_one_line(note));
  }
  if (!imported.draft.has("scenario")) {
    text += fmt::format("scenario: {}\n", in_quotes(name_of(imported)));
  }
  write_section(text, imported.draft, "");
  return text;
}

}  // namespace scenarios
