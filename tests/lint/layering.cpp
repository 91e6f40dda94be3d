#include "tests/lint/layering.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <regex>
#include <sstream>

namespace lint {
namespace {

// From left to right: each may include itself and what stands before it.
constexpr std::array<std::string_view, 5> rooms{"sim", "ranks", "parallel", "scenarios", "tests"};

// The folders of scenarios/, the same way; "" is what lies in the room itself but for main.cpp, the
// values that all of them hand on.
constexpr std::string_view scenarios_room = "scenarios/";
constexpr std::array<std::string_view, 11> scenarios_folders{
    "text", "", "read", "import", "load", "packs", "judge", "files", "fit", "report", "commands"};

// How the name of a library's headers begins, and the folders whose files may include them.
struct LibraryRule {
  std::string_view header;
  std::vector<std::string_view> folders;
  std::string_view extension{};  // empty: any
};

const std::vector<LibraryRule>& library_rules() {
  static const std::vector<LibraryRule> rules{
      {"mpi.h", {"ranks/"}},
      {"Eigen/", {"sim/kernels/"}, ".cpp"},
      {"unsupported/Eigen/", {"sim/kernels/"}, ".cpp"},
      {"omp.h", {"sim/"}},
      {"spdlog/", {"scenarios/"}},
      {"yaml-cpp/", {"scenarios/"}},
      {"muParser", {"scenarios/"}},
      {"CLI/", {"scenarios/"}},
      {"nlohmann/", {"scenarios/"}},
      {"toml++/", {"scenarios/"}},
      {"gtest/", {}},
      {"benchmark/", {}},
      // Files and printing; the watchdog of ranks/ says on standard error why it ends a run.
      {"fstream", {"scenarios/"}},
      {"iostream", {"scenarios/"}},
      {"filesystem", {"scenarios/"}},
      {"cstdio", {"scenarios/", "ranks/"}},
      {"stdio.h", {}},
  };
  return rules;
}

std::optional<std::size_t> room_of(std::string_view path) {
  const auto* const room = std::ranges::find(rooms, path.substr(0, path.find('/')));
  if (room == rooms.end() || path.find('/') == std::string_view::npos) return std::nullopt;
  return static_cast<std::size_t>(room - rooms.begin());
}

// The place of a file of scenarios/ in that order; nothing for other files, and for main.cpp, which
// may include everything.
std::optional<std::size_t> place_in_scenarios(std::string_view path) {
  if (!path.starts_with(scenarios_room) || path.ends_with("/main.cpp")) return std::nullopt;
  path.remove_prefix(scenarios_room.size());
  const std::size_t end = path.find('/');
  const std::string_view folder = end == std::string_view::npos ? "" : path.substr(0, end);
  const auto* const found = std::ranges::find(scenarios_folders, folder);
  return static_cast<std::size_t>(found - scenarios_folders.begin());
}

bool breaks_folder_order(std::string_view path, std::string_view header) {
  const auto from = place_in_scenarios(path);
  const auto to = place_in_scenarios(header);
  return from && to && (*to > *from || *from == scenarios_folders.size());
}

bool permits(const LibraryRule& rule, std::string_view path) {
  return path.ends_with(rule.extension) &&
         std::ranges::any_of(rule.folders, [&](auto folder) { return path.starts_with(folder); });
}

bool breaks_library_rule(std::string_view path, std::string_view header) {
  return !path.starts_with("tests/") &&
         std::ranges::any_of(library_rules(), [&](const LibraryRule& rule) {
           return header.starts_with(rule.header) && !permits(rule, path);
         });
}

bool breaks_room_order(std::string_view path, std::string_view header) {
  const auto from = room_of(path);
  const auto to = room_of(header);
  if (!from || !to) return false;
  // Estimates come from the text of packs and scenarios: nothing that measures is in their reach.
  const bool of_packs = path.starts_with("scenarios/packs/");
  return *to > *from || (of_packs && header.substr(0, header.find('/')) != "scenarios");
}

}  // namespace

std::vector<std::string> layering_faults(std::string_view path, std::string_view text) {
  static const std::regex include_line(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"].*)");
  std::vector<std::string> faults;
  std::istringstream lines{std::string(text)};
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (!std::regex_match(line, match, include_line)) continue;
    const std::string header = match[2];
    if (breaks_room_order(path, header) || breaks_folder_order(path, header) ||
        breaks_library_rule(path, header)) {
      faults.push_back(std::string(path) + " must not include " + header);
    } else if (match[1] == "\"" && !room_of(header)) {
      faults.push_back(std::string(path) + " must name " + header + " from the root");
    }
  }
  return faults;
}

}  // namespace lint
