#pragma once

#include <string>

#include "scenarios/import/imported.hpp"

namespace scenarios {

/// Counts a model whose layers are mixtures of experts, or whose attention compresses keys and
/// values (MLA), by the family's own rule, and notes that it cannot be run. False when the file is
/// of no such family; then nothing was read. The rules stand in import/README.md.
bool count_experts(Imported& imported, Settings& settings);

/// The model types that are counted so, as "mixtral, qwen3_moe".
std::string counted_families();

/// The same for DeepSeek's own inference config (dim, n_layers, inter_dim).
void count_deepseek_native(Imported& imported, Settings& settings);

}  // namespace scenarios
