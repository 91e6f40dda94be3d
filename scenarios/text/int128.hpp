#pragma once

#include <string>

namespace scenarios {

/// Wide enough for the sum of 64-bit counts over any number of ranks.
__extension__ using Int128 = __int128;

/// All digits of an integer.
std::string digits(Int128 value);

/// An integer with its thousands apart: "1,216,512".
std::string grouped(Int128 value);

}  // namespace scenarios
