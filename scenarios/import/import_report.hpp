#pragma once

#include <string>
#include <vector>

#include "scenarios/import/formats.hpp"

namespace scenarios {

/// The exact number of parameters, unpadded, and padded where the layout pads the vocabulary; what
/// of it a scenario has no key for; and of mixtures of experts how many work on a token. Empty
/// where the files do not give a whole model.
std::vector<std::string> count_lines(const ImportResult& result);

/// What was read, as text: files, count, and the keys used, ignored, unknown and contradictory,
/// with notes and with what stands against writing a scenario.
std::string import_report(const ImportResult& result);

}  // namespace scenarios
