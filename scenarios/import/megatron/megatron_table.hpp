#pragma once

#include "scenarios/import/key_table.hpp"

namespace scenarios {

/// The arguments of Megatron-LM's training scripts, and those of Megatron-DeepSpeed beside them.
const KeyTable& megatron_table();

/// Its parts: what is said of the model; of layout, types, memory and batch; and what says nothing
/// of a size, a count or a message.
std::vector<KeyRow> megatron_model_rows();
std::vector<KeyRow> megatron_run_rows();
extern const std::string_view megatron_irrelevant;

}  // namespace scenarios
