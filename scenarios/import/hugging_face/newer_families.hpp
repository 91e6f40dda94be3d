#pragma once

#include <span>

#include "scenarios/import/hugging_face/config_family.hpp"

namespace scenarios {

/// Families of 2024 and later: Llama's block with other norms, biases or residuals.
std::span<const ConfigFamily> newer_families();

}  // namespace scenarios
