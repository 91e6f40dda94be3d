#include <algorithm>
#include <system_error>

#include "scenarios/packs/catalogue.hpp"

namespace scenarios {

namespace {

std::filesystem::path path_of(const std::filesystem::path& directory, const std::string& name) {
  const bool is_path = name.find('/') != std::string::npos || name.ends_with(".yaml");
  return is_path ? std::filesystem::path(name) : directory / (name + ".yaml");
}

// The files to read, each once, whatever way it is spelt.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& directory,
                                            std::span<const std::string> names) {
  std::vector<std::string> wanted = {"types", "parameters"};
  wanted.insert(wanted.end(), names.begin(), names.end());
  std::vector<std::filesystem::path> files;
  for (const auto& name : wanted) {
    // What leads nowhere is told when it is opened.
    std::error_code error;
    const std::filesystem::path path = path_of(directory, name);
    const std::filesystem::path canonical = std::filesystem::weakly_canonical(path, error);
    const std::filesystem::path& file = error ? path : canonical;
    if (std::ranges::find(files, file) == files.end()) files.push_back(file);
  }
  return files;
}

}  // namespace

Catalogue load_catalogue(const std::filesystem::path& directory, std::span<const std::string> names,
                         const QuantityFault& quantity_fault) {
  std::vector<Pack> packs;
  std::vector<Fault> faults;
  for (const auto& file : files_of(directory, names)) {
    try {
      packs.push_back(read_pack(file, quantity_fault));
    } catch (const BadInput& bad) {
      faults.insert(faults.end(), bad.faults().begin(), bad.faults().end());
    }
  }
  if (!faults.empty()) throw BadInput(faults);
  return Catalogue(std::move(packs));
}

}  // namespace scenarios
