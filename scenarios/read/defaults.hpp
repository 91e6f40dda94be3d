#pragma once

#include "scenarios/read/draft.hpp"

namespace scenarios {

/// Fills in every default: those of the key table, and those that follow from other keys (kv heads,
/// head_dim, the feed-forward width, positions, the gradient dtype, layers per stage). Required
/// keys that are missing become faults.
void fill_defaults(Draft& draft);

/// The layers of each of `stages` pipeline stages when nothing else is said: as even as can be, the
/// first stages one more (30 layers on 4 stages: 8, 8, 7, 7).
std::vector<std::int64_t> even_layers(std::int64_t layers, std::int64_t stages);

}  // namespace scenarios
