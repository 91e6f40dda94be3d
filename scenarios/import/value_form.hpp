#pragma once

#include <string>

#include "scenarios/import/key_table.hpp"

namespace scenarios {

/// Whether a value is of one of the row's forms. 5e8 is an integer.
bool has_form(const KeyRow& row, const nlohmann::json& value);

/// The forms of a row in words: "an integer or a word of: none cpu nvme".
std::string form_text(const KeyRow& row);

}  // namespace scenarios
