#include "scenarios/report/csv_report.hpp"

#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "scenarios/report/json_writer.hpp"

namespace scenarios {

namespace {

constexpr std::string_view heading =
    "scenario,dp,tp,pp,pack,formula,quantity,scope,rank,estimate,measured,difference,ratio,"
    "verdict,expected,as_expected,because\r\n";

// Quoted where a comma, a quotation mark or a line break would be read as structure.
std::string field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string optional_number(std::optional<double> value) {
  return value ? spelt(*value) : "";
}

std::string measured_number(const Check& check) {
  if (!check.measured) return "";
  return check.measured->is_integer() ? digits(check.measured->sum / check.measured->count)
                                      : spelt(check.measured->value());
}

std::string row(const Scenario& scenario, const Check& check) {
  const auto& mesh = scenario.plan.mesh;
  return fmt::format(
      "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n", field(scenario.name), mesh.dp,
      mesh.tp, mesh.pp, field(check.pack), field(check.formula), field(check.quantity),
      name_of(check.scope), check.rank ? std::to_string(*check.rank) : "", spelt(check.estimate),
      measured_number(check), optional_number(check.difference()), optional_number(check.ratio()),
      name_of(check.verdict), name_of(check.expected), check.as_expected ? "true" : "false",
      field(check.because));
}

}  // namespace

std::string csv_report(std::span<const RunReport> reports) {
  std::string text(heading);
  for (const RunReport& report : reports) {
    for (const Check& check : report.checks) text += row(report.scenario, check);
  }
  return text;
}

}  // namespace scenarios
