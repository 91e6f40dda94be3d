#pragma once

#include <string_view>
#include <vector>

#include "scenarios/packs/rank_lists.hpp"

namespace scenarios {

/// The times at which one of the rank's m v backward passes begins, in order. Before backward j
/// (from 0), min(m v, w + j + 1) forward passes were made, where w are the forward passes before
/// the first backward but one: under 1F1B p - i - 1 on stage i, interleaved
/// 2 (p - i - 1) + (v - 1) p (Narayanan et al. 2021, section 2.2, and Megatron-LM's schedule),
/// under GPipe all. Chunks take turns of p micro-batches: forward from the first chunk to the last,
/// backward from the last to the first. While forward passes remain, each round of p v passes looks
/// like the one before, and is counted with it.
std::vector<ListEntry> moments_of_rank(const Variables& rank);

bool is_number_of_a_moment(std::string_view name);

}  // namespace scenarios
