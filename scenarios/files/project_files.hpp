#pragma once

#include <filesystem>
#include <string>

namespace scenarios {

/// The folder of the project's sources, where formula packs and documents are found.
std::filesystem::path project_folder();

/// DIRECTORY of the packs that scenarios name.
std::filesystem::path formulas_folder();

/// The project's own documents one after the other, those that are there: the text that runs train
/// on by default.
std::string project_text();

}  // namespace scenarios
