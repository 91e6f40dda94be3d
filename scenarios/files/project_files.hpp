#pragma once

#include <filesystem>
#include <string>

namespace scenarios {

/// Where formula packs, scenarios and documents are found, laid out as in the sources:
/// SHARDSCOPE_DATA of the environment, else share/shardscope in the nearest folder above the
/// running program (after `cmake --install` that is PREFIX/share/shardscope; in a build tree it
/// leads to the sources). Throws std::runtime_error that says where it looked.
std::filesystem::path project_folder();

/// DIRECTORY of the packs that scenarios name.
std::filesystem::path formulas_folder();

/// The project's own documents one after the other, those that are there: the text that runs train
/// on by default.
std::string project_text();

}  // namespace scenarios
