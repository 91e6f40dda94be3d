#include "tests/lint/project_files.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace lint {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 6> folders{"sim",       "ranks", "parallel",
                                                  "scenarios", "tests", ".ci"};

const fs::path& root() {
  static const fs::path path{SHARDSCOPE_ROOT};
  return path;
}

std::string text_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void add(const fs::path& path, std::map<std::string, std::string>& files) {
  files.emplace(path.lexically_relative(root()).generic_string(), text_of(path));
}

// At the root people leave reports and dumps, so only what is written by hand is taken there.
bool belongs_at_root(const fs::path& path) {
  const std::string extension = path.extension();
  const std::string name = path.filename();
  return extension == ".md" || extension == ".txt" || name == "CMakePresets.json" ||
         name == "demo" || name == "test" || name == ".setup.sh" || name == ".packages";
}

}  // namespace

std::map<std::string, std::string> project_files() {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(root())) {
    if (entry.is_regular_file() && belongs_at_root(entry.path())) add(entry.path(), files);
  }
  for (const auto folder : folders) {
    if (!fs::exists(root() / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root() / folder)) {
      if (entry.is_regular_file()) add(entry.path(), files);
    }
  }
  return files;
}

bool is_source(std::string_view path) {
  return path.ends_with(".cpp") || path.ends_with(".hpp");
}

}  // namespace lint
