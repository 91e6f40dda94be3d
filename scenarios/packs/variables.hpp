#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "scenarios/scenario_values.hpp"

namespace scenarios {

/// Names and their values in expressions.
using Variables = std::map<std::string, double, std::less<>>;

/// What a formula may use of a scenario, made from its keys alone: the alphabet (s b h L a k f V t
/// p d n m v D, and planned_tokens, which is training.tokens), `schedule`, `stage3_knobs` (1 where
/// ZeRO-3 gathers as DeepSpeed does, 0 where its keys are absent), `even_chunks` (1 where all
/// chunks of all stages have as many layers), and every numeric, boolean (0 or 1) and word key by
/// its dotted path, and by its last part where no other key ends so and no other name is spelt so.
/// A number without default that was not given is 0.
Variables scenario_variables(const ScenarioValues& values);

/// The variables of one rank on top of them: tp_rank pp_rank dp_rank is_first is_last, L_rank
/// and its parts L_chunk.0, L_chunk.1 ... by virtual stage; tp is fastest, then dp, then pp.
Variables rank_variables(const ScenarioValues& values, std::int64_t rank);

/// How the names of the layers of a rank's chunks begin.
inline constexpr std::string_view chunk_layers = "L_chunk.";

/// Whether `name` is one of rank_variables.
bool is_rank_variable(std::string_view name);

/// Whether `name` is or may be a variable: of the alphabet, derived, the rank's, or a key's.
bool is_variable(std::string_view name);

}  // namespace scenarios
