#include "scenarios/files/project_files.hpp"

#include <array>
#include <cstdlib>
#include <stdexcept>

#include <fmt/format.h>

#include "scenarios/read/text_file.hpp"

namespace scenarios {
namespace {

namespace fs = std::filesystem;

constexpr const char* folder_variable = "SHARDSCOPE_DATA";

bool holds_data(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / "scenarios" / "formulas" / "parameters.yaml", ignored);
}

fs::path find_data() {
  if (const char* given = std::getenv(folder_variable)) {
    if (holds_data(given)) return fs::absolute(given);
    throw std::runtime_error(
        fmt::format("{}={}: holds no scenarios/formulas/parameters.yaml", folder_variable, given));
  }
  const fs::path program = fs::read_symlink("/proc/self/exe");
  for (fs::path above = program.parent_path();; above = above.parent_path()) {
    const fs::path folder = above / "share" / "shardscope";
    if (holds_data(folder)) return fs::canonical(folder);
    if (above == above.parent_path()) break;
  }
  throw std::runtime_error(
      fmt::format("{}: there is no share/shardscope with the formula packs in any folder above the "
                  "program; `cmake --install` puts it there, or {} names it",
                  program.string(), folder_variable));
}

}  // namespace

fs::path project_folder() {
  static const fs::path folder = find_data();
  return folder;
}

fs::path formulas_folder() {
  return project_folder() / "scenarios" / "formulas";
}

std::string project_text() {
  constexpr std::array documents{"README.md",           "sim/README.md",
                                 "ranks/README.md",     "parallel/README.md",
                                 "scenarios/README.md", "scenarios/formulas/README.md"};
  std::string text;
  for (const char* document : documents) {
    const fs::path path = project_folder() / document;
    if (std::filesystem::exists(path)) text += read_text_file(path);
  }
  return text;
}

}  // namespace scenarios
