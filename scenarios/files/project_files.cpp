#include "scenarios/files/project_files.hpp"

#include <array>

#include "scenarios/read/text_file.hpp"

namespace scenarios {

std::filesystem::path project_folder() {
  return SHARDSCOPE_SOURCE_DIR;
}

std::filesystem::path formulas_folder() {
  return project_folder() / "scenarios" / "formulas";
}

std::string project_text() {
  constexpr std::array documents{"README.md",           "sim/README.md",
                                 "ranks/README.md",     "parallel/README.md",
                                 "scenarios/README.md", "scenarios/formulas/README.md"};
  std::string text;
  for (const char* document : documents) {
    const std::filesystem::path path = project_folder() / document;
    if (std::filesystem::exists(path)) text += read_text_file(path);
  }
  return text;
}

}  // namespace scenarios
