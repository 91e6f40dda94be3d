#pragma once

#include <cstdint>
#include <string>

#include "scenarios/read/draft.hpp"

namespace scenarios {

/// The checks that need more than one key, after defaults are filled in. Each broken rule is one
/// fault with the numbers and what is allowed; a rule whose keys have faults of their own is
/// skipped.
void check_model(Draft& draft);      // the shape and the block
void check_layout(Draft& draft);     // the mesh, and what tensor ranks split
void check_pipeline(Draft& draft);   // stages, layers of each, interleaving
void check_memory(Draft& draft);     // ZeRO-3's keys, partitioned checkpoints
void check_training(Draft& draft);   // batch, types, optimizer, sources of tokens
void check_inference(Draft& draft);  // what mode: inference needs, and what it leaves out

/// All of them.
void check_all(Draft& draft);

/// The divisors of `number`, ascending, as "1, 2, 3, 6"; of more than 16 the first 15 and the last.
std::string divisors_of(std::int64_t number);

}  // namespace scenarios
