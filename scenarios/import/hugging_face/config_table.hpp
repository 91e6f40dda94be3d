#pragma once

#include "scenarios/import/key_table.hpp"

namespace scenarios {

/// The keys of Hugging Face's configs: those that some family reads, and those that change a shape
/// or a byte wherever they stand.
const KeyTable& config_table();

/// To be called after a family was read: a key that changes sizes, and that the family did not
/// read, is missing, unless its value asks for nothing.
void tell_unread(Imported& imported, Settings& settings);

}  // namespace scenarios
