#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace scenarios {

/// "90", "90s", "10m", "2h": seconds where there is no unit. Nothing for any other text, for 0 and
/// for more than 10^9 seconds.
std::optional<std::chrono::seconds> parse_duration(std::string_view text);

}  // namespace scenarios
