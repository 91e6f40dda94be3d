#pragma once

#include <cstdint>
#include <string_view>

namespace scenarios {

/// Scalars as scenario files write them; each throws BadValue with the text and what is allowed.

/// Decimal ("4") or in exponent form with an integral value ("5e8", "1.0e9"), within [-2^63, 2^63).
/// Octal ("010"), hexadecimal and "_" are refused.
std::int64_t parse_integer(std::string_view text);

/// A finite decimal number, as "0.1", "4" or "1e-3".
double parse_real(std::string_view text);

/// A number of bytes, as "80e9", or with a unit, as "80GB" (10^9), "80 GiB" (2^30); `per` stands
/// behind the unit, as "/s" in "25GB/s".
double parse_bytes(std::string_view text, std::string_view per);

/// true or false (also True, TRUE ...), as in YAML 1.2.
bool parse_boolean(std::string_view text);

}  // namespace scenarios
