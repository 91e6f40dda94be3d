#include "scenarios/commands/duration.hpp"

#include <charconv>
#include <cstdint>

namespace scenarios {

namespace {

// Nothing: there is no such unit.
std::optional<std::int64_t> seconds_in(std::string_view unit) {
  if (unit.empty() || unit == "s") return 1;
  if (unit == "m") return 60;
  if (unit == "h") return 3600;
  return std::nullopt;
}

}  // namespace

std::optional<std::chrono::seconds> parse_duration(std::string_view text) {
  constexpr std::int64_t longest = 1'000'000'000;
  std::int64_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc{}) return std::nullopt;
  const std::optional<std::int64_t> unit = seconds_in({rest, static_cast<std::size_t>(end - rest)});
  if (!unit || count < 1 || count > longest / *unit) return std::nullopt;
  return std::chrono::seconds(count * *unit);
}

}  // namespace scenarios
