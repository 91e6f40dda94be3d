#pragma once

#include <filesystem>

#include "scenarios/read/draft.hpp"

namespace scenarios {

/// Gives the draft the model keys that a Hugging Face config.json states, except those it already
/// has: keys given beside `config` win. Its `model_type` is one of
/// import/hugging_face/config_family.hpp's and gives the architecture. The sequence length becomes
/// the config's positions. Not taken over: dropout rates, which are those of its own training run
/// (a scenario's dropout is what its own keys say, 0 by default), and a scaling of rope, which
/// changes no size and no count; with the model's own weights, whose results it would change, it is
/// refused. Faults carry the config's line; a file of an unknown family, or that is no JSON object,
/// throws BadInput.
void apply_model_config(Draft& draft, const std::filesystem::path& path);

}  // namespace scenarios
