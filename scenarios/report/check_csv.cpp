#include "scenarios/report/check_csv.hpp"

namespace scenarios {

namespace {

void add_measured(CsvWriter& csv, const Check& check) {
  if (check.measured && check.measured->is_integer()) {
    csv.integer(check.measured->sum / check.measured->count);
  } else {
    csv.number(check.measured ? std::optional(check.measured->value()) : std::nullopt);
  }
}

void add_check(CsvWriter& csv, const Scenario& scenario, const Check& check) {
  const auto& mesh = scenario.plan.mesh;
  csv.text(scenario.name);
  for (const int size : {mesh.dp, mesh.tp, mesh.pp}) csv.integer(size);
  csv.text(check.pack);
  csv.text(check.formula);
  csv.text(check.quantity);
  csv.text(name_of(check.scope));
  check.rank ? csv.integer(*check.rank) : csv.empty();
  csv.number(check.estimate);
  add_measured(csv, check);
  csv.number(check.difference());
  csv.number(check.ratio());
  csv.text(name_of(check.verdict));
  csv.text(name_of(check.expected));
  csv.boolean(check.as_expected);
  csv.text(check.because);
  csv.end_row();
}

}  // namespace

CheckCsv::CheckCsv(std::ostream& stream) : csv_(stream) {
  for (const char* title :
       {"scenario", "dp", "tp", "pp", "pack", "formula", "quantity", "scope", "rank", "estimate",
        "measured", "difference", "ratio", "verdict", "expected", "as_expected", "because"}) {
    csv_.text(title);
  }
  csv_.end_row();
}

void CheckCsv::add(const RunReport& report) {
  for (const Check& check : report.checks) add_check(csv_, report.scenario, check);
}

}  // namespace scenarios
