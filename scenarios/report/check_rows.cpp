#include "scenarios/report/check_rows.hpp"

#include <fmt/format.h>

#include "scenarios/report/number_text.hpp"
#include "scenarios/report/verdict_text.hpp"
#include "scenarios/report/why.hpp"

namespace scenarios {

namespace {

using Align = TextTable::Align;
using Fit = TextTable::Fit;

std::string place_of(const Check& check) {
  return check.rank ? fmt::format("rank {}", *check.rank) : std::string(name_of(check.scope));
}

}  // namespace

TextTable table_of_checks() {
  return TextTable({{"formula", Align::left, Fit::wraps},
                    {"worst at", Align::left, Fit::spare},
                    {"estimate", Align::right},
                    {"measured", Align::right},
                    {"verdict", Align::left, Fit::wraps},
                    {"quantity", Align::left, Fit::spare}});
}

void add_row(TextTable& table, const Check& check) {
  const std::string measured =
      check.measured ? readable(check.measured->value(), check.quantity) : "nothing";
  table.add({check.formula,
             {place_of(check), Shade::faint},
             readable(check.estimate, check.quantity),
             measured,
             {verdict_text(check), shade_of(check)},
             {check.quantity, Shade::faint}});
}

void add_with_reason(TextTable& table, const Check& check, const RunResult& run) {
  add_row(table, check);
  for (const std::string& line : why(check, run)) table.note(line);
}

}  // namespace scenarios
