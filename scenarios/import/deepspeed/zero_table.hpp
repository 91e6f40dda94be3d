#pragma once

#include "scenarios/import/key_table.hpp"

namespace scenarios {

/// The keys of DeepSpeed's section zero_optimization.
std::vector<KeyRow> zero_rows();

/// Those of them that change no size, count or message.
extern const std::string_view zero_irrelevant;

}  // namespace scenarios
