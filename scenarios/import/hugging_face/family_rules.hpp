#pragma once

#include "scenarios/import/imported.hpp"

namespace scenarios {

/// What is special to one family of Hugging Face models beyond its table of keys. Each reads the
/// keys that need arithmetic, and tells what a scenario's block cannot express.
void gemma_rule(Imported& imported, Settings& settings);
void gemma2_rule(Imported& imported, Settings& settings);
void phi_rule(Imported& imported, Settings& settings);
void opt_rule(Imported& imported, Settings& settings);
void bloom_rule(Imported& imported, Settings& settings);
void falcon_rule(Imported& imported, Settings& settings);
void gpt_j_rule(Imported& imported, Settings& settings);
void gpt_neo_rule(Imported& imported, Settings& settings);

}  // namespace scenarios
