#pragma once

#include <string>
#include <string_view>

#include "scenarios/text/int128.hpp"

namespace scenarios {

/// A number of a quantity as a person reads it, with its unit: bytes exactly while they are few,
/// then in MiB (2^20) and GiB (2^30); FLOPs in powers of ten once they pass 10^12; counts exactly.
std::string readable(double value, std::string_view quantity);

/// "12.5 %"; `of` is not 0.
std::string share_text(double part, double of);

}  // namespace scenarios
