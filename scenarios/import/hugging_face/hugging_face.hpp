#pragma once

#include "scenarios/import/imported.hpp"

namespace scenarios {

/// Reads a model's config.json by its `model_type`: the families of config_family.hpp into scenario
/// keys, mixture-of-experts and MLA models into a count (expert_count.hpp). Where the file is
/// silent, the defaults of Hugging Face's own class hold. The sequence length becomes the config's
/// positions. Not taken over: dropout rates, which are those of its own training run, and a scaling
/// of rope, which changes no size and no count; with the model's own weights, whose results it
/// would change, it is a fault. A file of an unknown family throws BadInput.
void read_hugging_face(Imported& imported, Settings& settings);

/// The same for `model.config` of a scenario: keys that the draft has already win, and what a
/// scenario cannot express is a fault.
void apply_hugging_face(Draft& draft, Settings& settings);

}  // namespace scenarios
