#include "scenarios/read/scalar.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "scenarios/read/fault.hpp"

namespace scenarios {

namespace {

// A number's parts as written: -1.50e3 has whole "1", fraction "50", exponent "3".
struct Decimal {
  bool negative = false;
  std::string_view whole;
  std::string_view fraction;
  bool has_point = false;
  bool has_exponent = false;
  std::string_view exponent;  // with its sign
};

std::string_view take_digits(std::string_view& text) {
  const auto end = std::ranges::find_if_not(text, [](char c) { return c >= '0' && c <= '9'; });
  const std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(digits.size());
  return digits;
}

[[noreturn]] void refuse_integer(std::string_view text) {
  throw BadValue(
      fmt::format("'{}' is not an integer; write it in decimal, as 4, or in exponent form with an "
                  "integral value, as 5e8",
                  text));
}

std::string_view take_exponent(std::string_view& rest, std::string_view text) {
  const std::size_t sign = !rest.empty() && (rest.front() == '+' || rest.front() == '-') ? 1 : 0;
  std::string_view after = rest.substr(sign);
  const std::size_t digits = take_digits(after).size();
  if (digits == 0 || digits > 4) refuse_integer(text);
  const std::string_view exponent = rest.substr(0, sign + digits);
  rest.remove_prefix(sign + digits);
  return exponent;
}

Decimal split(std::string_view text) {
  Decimal parts;
  std::string_view rest = text;
  parts.negative = rest.starts_with('-');
  if (parts.negative || rest.starts_with('+')) rest.remove_prefix(1);
  parts.whole = take_digits(rest);
  if (rest.starts_with('.')) {
    parts.has_point = true;
    rest.remove_prefix(1);
    parts.fraction = take_digits(rest);
  }
  if (rest.starts_with('e') || rest.starts_with('E')) {
    parts.has_exponent = true;
    rest.remove_prefix(1);
    parts.exponent = take_exponent(rest, text);
  }
  const bool octal = parts.whole.size() > 1 && parts.whole.front() == '0';
  if (!rest.empty() || parts.whole.empty() || octal) refuse_integer(text);
  return parts;
}

int exponent_of(const Decimal& parts) {
  std::string_view digits = parts.exponent;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  int exponent = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  return exponent;
}

// The digits of the number without point and exponent; empty when it is not integral.
std::string integral_digits(const Decimal& parts) {
  std::string digits = std::string(parts.whole) + std::string(parts.fraction);
  const int shift = exponent_of(parts) - static_cast<int>(parts.fraction.size());
  if (digits.find_first_not_of('0') == std::string::npos) return "0";
  if (shift >= 0) return digits.append(static_cast<std::size_t>(shift), '0');
  const auto dropped = static_cast<std::size_t>(-shift);
  if (dropped >= digits.size()) return {};
  const std::size_t kept = digits.size() - dropped;
  if (digits.find_first_not_of('0', kept) != std::string::npos) return {};
  return digits.substr(0, kept);
}

struct ByteUnit {
  std::string_view name;
  double bytes;
};
// A unit that another one ends with stands behind it.
constexpr std::array byte_units{
    ByteUnit{"kB", 1e3},     ByteUnit{"MB", 1e6},     ByteUnit{"GB", 1e9},
    ByteUnit{"TB", 1e12},    ByteUnit{"PB", 1e15},    ByteUnit{"KiB", 0x1p10},
    ByteUnit{"MiB", 0x1p20}, ByteUnit{"GiB", 0x1p30}, ByteUnit{"TiB", 0x1p40},
    ByteUnit{"PiB", 0x1p50}, ByteUnit{"B", 1}};

}  // namespace

std::int64_t parse_integer(std::string_view text) {
  const Decimal parts = split(text);
  if (parts.has_point && !parts.has_exponent) refuse_integer(text);
  std::string digits = integral_digits(parts);
  if (digits.empty()) {
    throw BadValue(fmt::format("'{}' is not integral; an integer is needed", text));
  }
  if (parts.negative) digits.insert(0, 1, '-');
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{}) {
    throw BadValue(fmt::format(
        "'{}' does not fit; integers are at most 2^63 - 1 = 9223372036854775807", text));
  }
  return value;
}

double parse_real(std::string_view text) {
  double value = 0.0;
  const std::string_view digits = text.starts_with('+') ? text.substr(1) : text;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole = end == digits.data() + digits.size();
  const bool signed_twice = text.size() != digits.size() && digits.starts_with('-');
  if (error != std::errc{} || !whole || signed_twice || !std::isfinite(value)) {
    throw BadValue(fmt::format("'{}' is not a finite decimal number, as 0.1 or 1e-3", text));
  }
  return value;
}

double parse_bytes(std::string_view text, std::string_view per) {
  try {
    for (const ByteUnit& unit : byte_units) {
      if (!text.ends_with(fmt::format("{}{}", unit.name, per))) continue;
      std::string_view number = text.substr(0, text.size() - unit.name.size() - per.size());
      if (number.ends_with(' ')) number.remove_suffix(1);
      return parse_real(number) * unit.bytes;
    }
    return parse_real(text);
  } catch (const BadValue&) {
    throw BadValue(fmt::format(
        "'{}' is not a size in bytes; write a number, as 80e9, or one with a unit, as 80GB{} or "
        "80GiB{}; units: B, kB, MB, GB, TB, PB, KiB, MiB, GiB, TiB, PiB",
        text, per, per));
  }
}

bool parse_boolean(std::string_view text) {
  if (text == "true" || text == "True" || text == "TRUE") return true;
  if (text == "false" || text == "False" || text == "FALSE") return false;
  throw BadValue(fmt::format("'{}' is not a boolean; write true or false", text));
}

}  // namespace scenarios
