#pragma once

#include "scenarios/import/imported.hpp"

namespace scenarios {

/// A model in a few lines (num_layers, n_head, hidden_dim, ffn_embed_dim ...), as planning tools
/// keep them: GPT-2's and OPT's.
void read_summary(Imported& imported, Settings& settings);

/// A training file of Picotron. Its shape comes from the model that it names, whose config.json is
/// to be given beside it; keys of the file itself win over that.
void read_picotron(Imported& imported, Settings& settings);

}  // namespace scenarios
