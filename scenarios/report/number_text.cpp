#include "scenarios/report/number_text.hpp"

#include <cmath>

#include <fmt/format.h>

#include "scenarios/text/int128.hpp"

namespace scenarios {

namespace {

constexpr double mebibyte = 1048576.0;
constexpr double gibibyte = 1073741824.0;
constexpr double few_bytes = 1.0e7;
constexpr double many = 1.0e12;

bool counts_bytes(std::string_view quantity) {
  return quantity.starts_with("memory.") || quantity.ends_with(".bytes");
}

// Exact where whole, else with one digit behind the point.
std::string plain(double value) {
  if (std::abs(value) >= many) return fmt::format("{:.6e}", value);
  if (value == std::trunc(value)) return grouped(static_cast<Int128>(value));
  const double tenths = std::round(std::abs(value) * 10.0);
  const auto whole = static_cast<Int128>(tenths / 10.0);
  return fmt::format("{}{}.{:.0f}", value < 0 ? "-" : "", grouped(whole), std::fmod(tenths, 10.0));
}

std::string bytes(double value) {
  if (std::abs(value) >= gibibyte) return fmt::format("{:.3f} GiB", value / gibibyte);
  if (std::abs(value) >= few_bytes) return fmt::format("{:.3f} MiB", value / mebibyte);
  return plain(value) + " B";
}

}  // namespace

std::string readable(double value, std::string_view quantity) {
  if (counts_bytes(quantity)) return bytes(value);
  return quantity.starts_with("flops.") ? plain(value) + " FLOP" : plain(value);
}

std::string share_text(double part, double of) {
  return fmt::format("{:.1f} %", 100.0 * part / of);
}

}  // namespace scenarios
