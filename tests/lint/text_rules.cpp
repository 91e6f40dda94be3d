#include "tests/lint/text_rules.hpp"

#include <algorithm>
#include <regex>
#include <sstream>

#include "tests/lint/project_files.hpp"

namespace lint {
namespace {

// [D] is D, written so that this file keeps its own rule.
const std::regex& undone() {
  static const std::regex words(R"(\b(TO[D]O|FIX[M]E|not[ ]implemented)\b)", std::regex::icase);
  return words;
}

const std::regex& machine_path() {
  static const std::regex paths(R"((^|[^\w.])/(home|root|work)/\w)");
  return paths;
}

// Files that others wrote, kept as they were published.
bool is_published(std::string_view path) {
  return path.starts_with("tests/scenarios/import/files/");
}

}  // namespace

std::vector<std::string> text_faults(std::string_view path, std::string_view text) {
  if (text.find('\0') != std::string_view::npos || is_published(path)) return {};
  std::vector<std::string> faults;
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::string at = std::string(path) + ":" + std::to_string(++number) + ": ";
    if (std::regex_search(line, undone())) faults.push_back(at + "work left undone");
    if (line.find(SHARDSCOPE_ROOT) != std::string::npos ||
        std::regex_search(line, machine_path())) {
      faults.push_back(at + "a path of one machine");
    }
  }
  if (is_source(path) && number > longest_source) {
    faults.push_back(std::string(path) + " has " + std::to_string(number) + " lines, more than " +
                     std::to_string(longest_source));
  }
  return faults;
}

}  // namespace lint
