#pragma once

#include "scenarios/import/imported.hpp"

namespace scenarios {

/// What is special to the families of newer_families.cpp beyond their tables of keys.
void olmo2_rule(Imported& imported, Settings& settings);
void gemma3_rule(Imported& imported, Settings& settings);
void granite_rule(Imported& imported, Settings& settings);
void smollm3_rule(Imported& imported, Settings& settings);
void cohere_rule(Imported& imported, Settings& settings);
void glm_rule(Imported& imported, Settings& settings);
void glm4_rule(Imported& imported, Settings& settings);
/// Norms of the outputs of attention and MLP, before they are added, in place of norms of their
/// inputs: as many parameters, another block.
void post_norm_rule(Imported& imported, Settings& settings);

}  // namespace scenarios
