#pragma once

#include "scenarios/read/draft.hpp"
#include "sim/model/names.hpp"

namespace scenarios {

/// Fills in the block keys that nobody gave from the preset of model.architecture: GPT-2 (Radford
/// et al. 2019), Llama (Touvron et al. 2023) or GPT-NeoX (Black et al. 2022), as Hugging Face's
/// models of these names compute. The bias of query, key and value follows add_bias_linear.
void fill_preset(Draft& draft);

/// How a checkpoint of that architecture names and lays out its tensors.
sim::TensorNames names_of(Architecture architecture);

}  // namespace scenarios
