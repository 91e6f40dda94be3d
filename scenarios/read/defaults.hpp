#pragma once

#include "scenarios/read/draft.hpp"

namespace scenarios {

/// Fills in every default: those of the key table, the block keys of the architecture's preset, and
/// those that follow from other keys (kv heads, head_dim, the feed-forward width, positions, the
/// gradient dtype, layers per stage, decay and clipping, the ZeRO-3 keys and steps). Required keys
/// that are missing become faults.
void fill_defaults(Draft& draft);

/// The layers of each stage are listed one by one, so that their number is bounded.
inline constexpr std::int64_t most_stages = 1'000'000;

/// The layers of each of `stages` pipeline stages (p, or p v virtual ones) when nothing else is
/// said: as even as can be, the first stages one more (30 layers on 4 stages: 8, 8, 7, 7).
std::vector<std::int64_t> even_layers(std::int64_t layers, std::int64_t stages);

}  // namespace scenarios
