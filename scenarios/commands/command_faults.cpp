#include "scenarios/commands/command_faults.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/read/edit_distance.hpp"

namespace scenarios {

namespace {

// Nothing: no candidate looks like it.
std::string nearest_of(std::string_view written, const std::vector<std::string>& candidates) {
  std::string nearest;
  std::size_t fewest = std::max<std::size_t>(2, written.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const bool goes_on = candidate.starts_with(written) && written.size() > 2;
    const std::size_t mistakes = goes_on ? 1 : edit_distance(written, candidate);
    if (mistakes >= fewest) continue;
    fewest = mistakes;
    nearest = candidate;
  }
  return nearest;
}

std::vector<std::string> commands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (!command->get_group().empty()) names.push_back(command->get_name());
  }
  return names;
}

std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty()) continue;
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// The command that was called; the program itself when there was none.
const CLI::App& called(const CLI::App& app) {
  const auto commands = app.get_subcommands();
  return commands.empty() ? app : *commands.front();
}

std::string first_example(const CLI::App& command) {
  const std::string footer = command.get_footer();
  const std::size_t begin = footer.find("shardscope");
  if (begin == std::string::npos) return "";
  return ", as: " + footer.substr(begin, footer.find('\n', begin) - begin);
}

std::string unexpected_fault(const CLI::App& command) {
  const std::vector<std::string> extras = command.remaining();
  if (extras.empty()) return "";
  const std::string& extra = extras.front();
  const std::string written = extra.substr(0, extra.find('='));
  if (!extra.starts_with("-")) return fmt::format("'{}' was not expected", extra);
  const std::string nearest = nearest_of(written, options_of(command));
  if (!nearest.empty()) {
    return fmt::format("there is no option {}; did you mean {}?", written, nearest);
  }
  return fmt::format("there is no option {}; shardscope help {} lists them", written,
                     command.get_name());
}

}  // namespace

std::string command_fault(const CLI::App& app, std::string_view word) {
  const std::vector<std::string> commands = commands_of(app);
  const auto all = app.get_subcommands([](const CLI::App*) { return true; });
  const bool is_known = std::ranges::any_of(
      all, [word](const CLI::App* command) { return command->get_name() == word; });
  if (word.starts_with("-") || is_known) return "";
  const std::filesystem::path file(word);
  if (file.extension() == ".yaml" || file.extension() == ".yml") {
    return fmt::format("'{0}' is no command; did you mean: shardscope run {0}", word);
  }
  const std::string nearest = nearest_of(word, commands);
  if (!nearest.empty()) return fmt::format("'{}' is no command; did you mean {}?", word, nearest);
  return fmt::format("'{}' is no command; there are {}", word, fmt::join(commands, ", "));
}

std::string line_fault(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = called(app);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    if (std::string fault = unexpected_fault(command); !fault.empty()) return fault;
  }
  const std::string what = error.what();
  if (error.get_name() == "RequiredError") {
    return fmt::format("{}: a file is missing{}", command.get_name(), first_example(command));
  }
  // "--json: 1 required FILE missing"
  const std::size_t missing = what.find(": 1 required ");
  if (error.get_name() == "ArgumentMismatch" && missing != std::string::npos) {
    const std::size_t begin = missing + std::string_view(": 1 required ").size();
    return fmt::format("{}: needs a value, {}", what.substr(0, missing),
                       what.substr(begin, what.find(' ', begin) - begin));
  }
  return what;
}

}  // namespace scenarios
