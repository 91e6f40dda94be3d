#include <cmath>

#include <fmt/format.h>

#include "scenarios/report/number_text.hpp"
#include "scenarios/report/terminal.hpp"
#include "scenarios/report/text_table.hpp"

namespace scenarios {

namespace {

// Whole numbers exactly while they are readable, others with six digits: a PetaFLOP-day is much.
std::string value_text(double value) {
  constexpr double many = 1.0e12;
  const bool is_plain = value == std::trunc(value) && std::abs(value) < many;
  return is_plain ? readable(value, "") : fmt::format("{:.6g}", value);
}

}  // namespace

std::string remark_table(std::span<const RemarkValue> remarks, const TerminalStyle& style) {
  if (remarks.empty()) return {};
  using Align = TextTable::Align;
  TextTable table({{"remark"},
                   {"kind", Align::left, TextTable::Fit::spare},
                   {"value", Align::right},
                   {"unit"},
                   {"", Align::left, TextTable::Fit::wraps}});
  for (const RemarkValue& each : remarks) {
    table.add({{each.remark.id},
               {std::string(name_of(each.remark.kind)), Shade::faint},
               {value_text(each.value)},
               {each.remark.unit},
               {each.remark.statement, Shade::faint}});
  }
  return table.text(style);
}

}  // namespace scenarios
