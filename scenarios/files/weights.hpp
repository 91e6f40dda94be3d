#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "parallel/sources.hpp"
#include "sim/model/description.hpp"

namespace scenarios {

/// The model's tensors by Hugging Face name with their whole, unpadded shapes: one length for a
/// vector, two for a matrix.
std::map<std::string, std::vector<std::int64_t>> checkpoint_shapes(
    const sim::ModelDescription& model);

/// Initial weights from a safetensors file. Throws BadInput with all tensors that are missing, have
/// another shape, or are none of the model's: a checkpoint that fits in part fits another model.
parallel::WeightSource checkpoint_weights(const std::filesystem::path& path,
                                          const sim::ModelDescription& model);

}  // namespace scenarios
