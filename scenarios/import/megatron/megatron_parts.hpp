#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "scenarios/import/imported.hpp"

namespace scenarios {

/// What Megatron-LM's arguments say of the block: norms, positions, MLP, heads, biases, attention.
void read_megatron_block(Imported& imported, Settings& settings);

/// What they say of types and the loss scale.
void read_megatron_types(Imported& imported, Settings& settings);

/// What they say of recomputation, in the words of three generations.
void read_megatron_recompute(Imported& imported, Settings& settings);

/// How layers are dealt out to stages and virtual stages; needs the number of layers and of stages.
void read_megatron_stages(Imported& imported, Settings& settings);

/// The layers of each stage of a --pipeline-model-parallel-layout, in the order of the model: "|"
/// ends a stage, "t" is a layer, "E", "L" and "m" are embedding, loss and a prediction module, and
/// "*3" repeats the letter or the group in brackets before it. Throws BadValue where it is none.
std::vector<std::int64_t> layers_of_layout(std::string_view layout);

/// The rows of the word table where they are given padded; before what is given unpadded is read.
void read_megatron_padding(Imported& imported, Settings& settings);

}  // namespace scenarios
