#include "scenarios/import/syntax/shell_settings.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "scenarios/import/syntax/argument_settings.hpp"
#include "scenarios/import/syntax/shell_script.hpp"

namespace scenarios {

namespace {

using Words = std::vector<ShellWord>;

// The words of a command; a text with spaces may be one that is started by `sh -c` or `eval`.
Words split(const std::string& file, const Words& command) {
  Words all;
  for (const ShellWord& word : command) {
    ShellVariables one{{"word", {word}}};
    ShellWords words(file, "$word", one);
    const bool is_command = word.text.find(".py ") != std::string::npos;
    std::ranges::move(is_command ? words.word("", false) : Words{word}, std::back_inserter(all));
  }
  return all;
}

bool is_program(const ShellWord& word) {
  return word.plain().ends_with(".py");
}

bool is_flag(const ShellWord& word) {
  return word.plain().starts_with("--");
}

// Commands that start a Python program with flags. One that is made ready in a variable, printed
// and started is one.
std::vector<Words> started(const std::string& file, const ShellScript& script) {
  std::vector<Words> found;
  for (const Words& command : script.commands) {
    Words words = split(file, command);
    const auto program = std::ranges::find_if(words, is_program);
    if (std::find_if(program, words.end(), is_flag) == words.end()) continue;
    const auto is_same = [&](const Words& other) {
      return std::equal(std::ranges::find_if(other, is_program), other.end(), program, words.end(),
                        [](const ShellWord& a, const ShellWord& b) { return a.line == b.line; });
    };
    if (std::ranges::none_of(found, is_same)) found.push_back(std::move(words));
  }
  return found;
}

// Of a script that starts nothing: all that its variables hold flags in.
Words flags_of_variables(const std::string& file, const ShellScript& script) {
  Words all;
  for (const std::string& name : script.assigned) {
    ShellVariables variables = script.variables;
    const std::string text = fmt::format("${{{}[@]}}", name);
    ShellWords words(file, text, variables);
    Words held = words.word("", false);
    if (!held.empty() && is_flag(held.front())) std::ranges::move(held, std::back_inserter(all));
  }
  return all;
}

// The number that a launcher's flag gives, in either of its spellings.
std::optional<std::int64_t> number_of(const Settings& launcher, std::string_view key) {
  const auto found = std::ranges::find(launcher.all(), key, &Setting::key);
  if (found == launcher.all().end() || found->is_open) return std::nullopt;
  if (!found->value.is_number_integer()) return std::nullopt;
  const auto number = found->value.get<std::int64_t>();
  return number > 0 && number < 1 << 20 ? std::optional(number) : std::nullopt;
}

// torchrun starts nproc_per_node processes on each of nnodes nodes, one of each unless told.
void add_ranks(Settings& settings, const Settings& launcher) {
  if (!launcher.states("nproc_per_node") || settings.states("world_size")) return;
  const auto each = number_of(launcher, "nproc_per_node");
  const auto nodes =
      launcher.states("nnodes") ? number_of(launcher, "nnodes") : std::optional<std::int64_t>(1);
  const Origin place = launcher.place_of("nproc_per_node");
  if (each && nodes) {
    settings.add({"world_size", *each * *nodes, place});
  } else {
    settings.note(fmt::format("{}: how many ranks are started is not in the file; --ranks N tells",
                              place.text()));
  }
}

Settings of_words(const std::string& file, std::span<const ShellWord> words) {
  const auto first = std::ranges::find_if(words, is_flag);
  return argument_settings(file, std::span<const ShellWord>(first, words.end()));
}

// Flags of the launcher are not the program's, though they may stand in variables beside them.
Settings without_launcher(const std::string& file, const Settings& all) {
  Settings settings(file);
  Settings launcher(file);
  for (const Setting& setting : all.all()) {
    const bool is_launchers = setting.key == "nproc_per_node" || setting.key == "nnodes" ||
                              setting.key == "node_rank" || setting.key == "master_addr" ||
                              setting.key == "master_port";
    (is_launchers ? launcher : settings).add(setting);
  }
  add_ranks(settings, launcher);
  return settings;
}

}  // namespace

Settings shell_settings(const std::string& file, const std::string& text) {
  const ShellScript script = read_shell_script(file, text);
  std::vector<Words> programs = started(file, script);
  if (programs.size() > 1) {
    throw BadInput(fmt::format("{}:{}", file, programs[1].front().line), "",
                   fmt::format("starts a second program; the first is in line {}, and one is read",
                               programs[0].front().line));
  }
  Settings settings(file);
  if (programs.empty()) {
    settings = without_launcher(file, of_words(file, flags_of_variables(file, script)));
  } else {
    const Words& words = programs[0];
    const auto program = std::ranges::find_if(words, is_program);
    settings = of_words(file, {program + 1, words.end()});
    add_ranks(settings, of_words(file, {words.begin(), program}));
  }
  for (const std::string& note : script.notes) settings.note(note);
  return settings;
}

}  // namespace scenarios
