#pragma once

#include "scenarios/import/imported.hpp"

namespace scenarios {

/// Reads GPT-NeoX configuration, all its files merged into one. Defaults are those of its
/// NeoXArgs, except that the vocabulary, which the files leave to the tokenizer, is taken from the
/// tokenizer's kind with a note.
void read_neox(Imported& imported, Settings& settings);

}  // namespace scenarios
