#pragma once

#include <string>
#include <string_view>

#include "parallel/measurement.hpp"

namespace scenarios {

/// One rank's measurement as text, for ranks to hand theirs to rank 0; nothing is lost.
std::string to_json(const parallel::Measurement& measurement);

/// The inverse. Throws std::runtime_error when the text is not what to_json makes.
parallel::Measurement measurement_from_json(std::string_view text);

}  // namespace scenarios
