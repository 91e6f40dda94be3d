#pragma once

#include "scenarios/import/key_table.hpp"

namespace scenarios {

/// The keys of DeepSpeed's own files.
const KeyTable& deepspeed_table();

/// Those of them that GPT-NeoX's files have too.
const std::vector<KeyRow>& deepspeed_rows();
std::string deepspeed_irrelevant();

}  // namespace scenarios
