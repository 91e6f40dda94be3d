#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "parallel/measurement.hpp"

namespace parallel {

/// Measurements as 64-bit numbers, one after another: how they travel between ranks and are kept by
/// the journal of a sweep. Both ends are the same program.
std::vector<std::int64_t> to_words(std::span<const Measurement> measurements);

/// The inverse; nothing when the numbers are not what to_words makes: too few, too many, out of the
/// range of what they stand for.
std::optional<std::vector<Measurement>> from_words(std::span<const std::int64_t> words);

}  // namespace parallel
