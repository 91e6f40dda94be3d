#pragma once

#include <string>

#include "scenarios/import/formats.hpp"

namespace scenarios {

/// A finished import as a scenario file: every key that the files, --set or the ecosystem's
/// defaults give, with its place in a comment, after remarks about what a scenario cannot express.
std::string scenario_text(const ImportResult& result);

}  // namespace scenarios
