#pragma once

#include <string_view>

#include <muParser.h>

namespace scenarios {

/// Replaces muParser's functions and constants by ours: ceil floor mod ceildiv min max and the
/// words.
void define_functions(mu::Parser& parser);

bool is_function(std::string_view name);

/// x - y * floor(x / y), exact for integers below 2^53: 0 <= mod(x, y) < y for y > 0, so that
/// mod(-x, y) is what pads x to a multiple of y.
double mod(double x, double y);

/// The least integer not below x / y, exact for integers below 2^53.
double ceildiv(double x, double y);

}  // namespace scenarios
