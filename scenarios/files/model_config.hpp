#pragma once

#include <filesystem>

#include "scenarios/read/draft.hpp"

namespace scenarios {

/// Gives the draft the model keys that a Hugging Face config.json of `model_type: gpt2` states,
/// except those it already has: keys given beside `config` win. The sequence length becomes the
/// config's positions. Its dropout rates are those of its own training run and are not taken over:
/// a scenario's dropout is what its own keys say, 0 by default. Faults carry the config's line.
void apply_model_config(Draft& draft, const std::filesystem::path& path);

}  // namespace scenarios
