#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace parallel {

/// Tokens and labels of one sequence: `step` counts from 0, `sequence` is the place in the global
/// batch (0 .. B-1). Both spans have s entries. A pure function: any rank may ask for any sequence.
using BatchSource =
    std::function<void(std::int64_t step, std::int64_t sequence, std::span<std::int64_t> tokens,
                       std::span<std::int64_t> labels)>;

/// Initial fp32 values of the whole, unpadded tensor `name` (HF name), elements
/// [offset, offset + values.size()) in row-major order.
using WeightSource =
    std::function<void(const std::string& name, std::int64_t offset, std::span<float> values)>;

}  // namespace parallel
