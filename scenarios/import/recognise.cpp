#include "scenarios/import/recognise.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "scenarios/import/format_marks.hpp"
#include "scenarios/import/syntax/argument_settings.hpp"
#include "scenarios/import/syntax/input_text.hpp"
#include "scenarios/import/syntax/json_settings.hpp"
#include "scenarios/import/syntax/shell_settings.hpp"
#include "scenarios/import/syntax/toml_settings.hpp"
#include "scenarios/import/syntax/yaml_settings.hpp"
#include "scenarios/read/keys.hpp"

namespace scenarios {

namespace {

// Calls `each` with every part of `text` between separators.
template <class Each>
void for_parts(std::string_view text, char separator, Each each) {
  while (!text.empty()) {
    const std::size_t end = text.find(separator);
    if (end != 0) each(text.substr(0, end));
    text = end == std::string_view::npos ? "" : text.substr(end + 1);
  }
}

bool holds(const Settings& settings, std::string_view key) {
  return std::ranges::any_of(
      settings.all(), [key](const Setting& setting) { return is_at_or_below(setting.key, key); });
}

// The first of `marks` that the file has, or "".
std::string_view mark_in(std::string_view marks, const Settings& settings) {
  std::string_view found;
  for_parts(marks, ' ', [&](std::string_view mark) {
    if (!found.empty()) return;
    bool is_whole = true;
    for_parts(mark, '+',
              [&](std::string_view key) { is_whole = is_whole && holds(settings, key); });
    if (is_whole) found = mark;
  });
  return found;
}

bool has_no_other_section(std::string_view sections, const Settings& settings) {
  return !sections.empty() && !settings.all().empty() &&
         std::ranges::all_of(settings.all(), [sections](const Setting& setting) {
           return contains_word(sections, setting.key.substr(0, setting.key.find('.')));
         });
}

struct Fit {
  const FormatMarks* row = nullptr;
  std::string_view mark;
};

// By marks of its own, or else by what formats share.
std::vector<Fit> fits(const Settings& settings, bool is_arguments) {
  std::vector<Fit> found;
  std::vector<Fit> weak;
  for (const FormatMarks& row : all_formats()) {
    if (is_arguments && row.as_arguments.empty()) continue;
    const std::string_view mark = mark_in(row.marks, settings);
    const std::string_view shared = mark_in(is_arguments ? row.as_arguments : row.shared, settings);
    if (!mark.empty()) {
      found.push_back({&row, mark});
    } else if (!shared.empty() || has_no_other_section(row.sections, settings)) {
      weak.push_back({&row, shared.empty() ? "its sections" : shared});
    }
  }
  std::erase_if(found, [all = found](const Fit& fit) {
    return std::ranges::any_of(all, [&fit](const Fit& other) {
      return std::ranges::find(fit.row->inside, other.row->format) != fit.row->inside.end();
    });
  });
  return found.empty() ? weak : found;
}

// A scenario, not a file of another tool: all sections are a scenario's, and most keys.
bool is_scenario(const Settings& settings) {
  const auto is_section_of_ours = [](const Setting& setting) {
    const std::string first = setting.key.substr(0, setting.key.find('.'));
    return find_key(first) != nullptr || is_section(first) || first == "check" || first == "sweep";
  };
  const auto known = std::ranges::count_if(settings.all(), [](const Setting& setting) {
    return find_key(setting.key) != nullptr || is_at_or_below(setting.key, "sweep") ||
           is_at_or_below(setting.key, "check");
  });
  return std::ranges::all_of(settings.all(), is_section_of_ours) &&
         2 * known > std::ssize(settings.all());
}

std::string read_formats() {
  std::string text;
  for (const FormatMarks& row : all_formats()) {
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", row.name, row.title);
  }
  return text;
}

constexpr const char* how_to_name =
    "--format NAME reads it as that, if it is one; formats that are read: ";

Fault no_format(const Settings& settings, const std::vector<Fit>& found) {
  if (is_scenario(settings)) {
    return {settings.file(), "", "is a scenario already; nothing is to be imported"};
  }
  if (found.empty()) {
    return {
        settings.file(), "",
        fmt::format("is of no format that is read: it has no key that only one of them has. {}{}",
                    how_to_name, read_formats())};
  }
  std::string which;
  for (const Fit& fit : found) {
    which += fmt::format("{}{} ({})", which.empty() ? "" : " and ", fit.row->name, fit.mark);
  }
  return {
      settings.file(), "",
      fmt::format("may be of more than one format: {}. {}{}", which, how_to_name, read_formats())};
}

// Without a telling extension: { begins JSON, -- arguments, [name] TOML, NAME= a script.
std::string syntax_of(const std::filesystem::path& path, const std::string& text) {
  const std::string extension = path.extension().string();
  if (extension == ".json" || extension == ".toml" || extension == ".sh") return extension;
  if (extension == ".yml" || extension == ".yaml") return ".yaml";
  if (text.starts_with("#!")) return ".sh";
  std::size_t at = text.find_first_not_of(" \t\r\n");
  while (at != std::string::npos && text[at] == '#') {
    at = text.find_first_not_of(" \t\r\n", std::min(text.find('\n', at), text.size()));
  }
  if (at == std::string::npos) return ".yaml";
  if (text.compare(at, 2, "--") == 0 && text.compare(at, 3, "---") != 0) return ".args";
  if (text[at] == '{') return ".json";
  if (text[at] == '[') return ".toml";
  const std::size_t end = text.find_first_of("=: \n", at);
  return end != std::string::npos && text[end] == '=' ? ".sh" : ".yaml";
}

struct Text {
  Settings settings;
  bool is_arguments = false;
};

Text text_of(const std::filesystem::path& path) {
  const std::string text = read_input_text(path);
  const std::string syntax = syntax_of(path, text);
  const std::string file = path.string();
  if (syntax == ".args") return {argument_settings(file, text), true};
  if (syntax == ".sh") return {shell_settings(file, text), true};
  if (syntax == ".json") return {json_settings(file, text)};
  return {syntax == ".toml" ? toml_settings(file, text) : yaml_settings(file, text)};
}

const FormatMarks* row_of(std::string_view name) {
  const auto found = std::ranges::find(all_formats(), name, &FormatMarks::name);
  return found == all_formats().end() ? nullptr : &*found;
}

}  // namespace

Settings read_json_settings(const std::filesystem::path& path) {
  return json_settings(path.string(), read_input_text(path));
}

std::vector<ConfigText> read_config_texts(std::span<const std::filesystem::path> files,
                                          const std::optional<std::string>& named,
                                          std::vector<Fault>& faults) {
  const FormatMarks* wanted = named ? row_of(*named) : nullptr;
  std::vector<ConfigText> texts;
  bool is_wanted = false;  // somewhere
  for (const std::filesystem::path& file : files) {
    try {
      auto [settings, is_arguments] = text_of(file);
      const std::vector<Fit> found = fits(settings, is_arguments);
      const bool is_told = found.size() == 1;
      if (wanted != nullptr && (!is_told || files.size() == 1)) {
        is_wanted = true;
        texts.push_back({wanted->format, std::move(settings)});
      } else if (is_told) {
        is_wanted = is_wanted || found[0].row == wanted;
        texts.push_back({found[0].row->format, std::move(settings)});
      } else {
        faults.push_back(no_format(settings, found));
      }
    } catch (const BadInput& error) {
      std::ranges::copy(error.faults(), std::back_inserter(faults));
    }
  }
  if (wanted != nullptr && !is_wanted && faults.empty()) {
    faults.push_back({fmt::format("--format {}", *named), "",
                      "each file has keys of another format; give the one to read so alone"});
  }
  return texts;
}

std::string format_names() {
  std::string names;
  for (const FormatMarks& row : all_formats()) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", row.name);
  }
  return names;
}

bool is_format_name(std::string_view name) {
  return row_of(name) != nullptr;
}

}  // namespace scenarios
