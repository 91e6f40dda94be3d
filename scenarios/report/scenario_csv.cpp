#include "scenarios/report/scenario_csv.hpp"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/read/key_table.hpp"
#include "scenarios/read/value.hpp"
#include "scenarios/report/step_totals.hpp"
#include "scenarios/report/sweep_row.hpp"
#include "scenarios/report/verdict_text.hpp"
#include "scenarios/report/worst.hpp"

namespace scenarios {

namespace {

std::string category_name(std::size_t index) {
  return std::string(sim::name_of(static_cast<sim::Category>(index)));
}

std::string axis_name(std::size_t index) {
  return std::string(ranks::name_of(static_cast<ranks::Axis>(index)));
}

std::vector<std::string> titles(const std::vector<std::string>& keys,
                                const std::vector<FormulaName>& formulas) {
  std::vector<std::string> all{"scenario", "dp", "tp", "pp"};
  all.insert(all.end(), keys.begin(), keys.end());
  all.insert(all.end(), {"parameters", "fullest_rank", "peak_bytes"});
  for (std::size_t i = 0; i < sim::category_count; ++i) {
    all.push_back(category_name(i) + "_at_peak_bytes");
  }
  all.insert(all.end(), {"filled_by", "limit_bytes", "headroom_bytes", "fits", "matmul_flops",
                         "elementwise_flops", "sent_bytes"});
  for (std::size_t i = 0; i < ranks::axis_count; ++i) {
    all.push_back(axis_name(i) + "_traffic_bytes");
  }
  all.insert(all.end(), {"exact", "within", "bound", "off", "outside", "not_as_expected"});
  for (const FormulaName& formula : formulas) all.push_back(formula.pack + ':' + formula.id);
  return all;
}

void add_peak(CsvWriter& csv, const RunReport& report) {
  const parallel::Measurement& fullest = fullest_of(report.run.ranks);
  csv.integer(fullest.rank);
  csv.integer(fullest.memory.total_peak);
  for (const auto& category : fullest.memory.categories) csv.integer(category.at_total_peak);
  const SweepRow row = sweep_row(report);
  csv.text(row.filled_by);
  csv.number(row.limit_bytes);
  csv.number(row.headroom_bytes());
  report.fit ? csv.boolean(report.fit->fits()) : csv.empty();
}

void add_flops(CsvWriter& csv, const RunResult& run) {
  csv.integer(over_all(run, matmul_flops));
  csv.integer(over_all(run, elementwise_flops));
  csv.integer(over_all(run, sent));
}

void add_traffic(CsvWriter& csv, const RunResult& run) {
  for (std::size_t i = 0; i < ranks::axis_count; ++i) {
    csv.integer(over_all(run, [i](const parallel::Measurement& rank) {
      return sent_on(static_cast<ranks::Axis>(i), rank);
    }));
  }
}

void add_tally(CsvWriter& csv, const std::vector<Check>& checks) {
  const Tally tally = tally_of(checks);
  for (const int count : {tally.exact, tally.within, tally.bound, tally.off, tally.outside}) {
    csv.integer(count);
  }
  std::vector<std::string> names;
  for (const Check& check : checks) {
    const bool is_named = !names.empty() && names.back() == check.formula;
    if (!check.as_expected && !is_named) names.push_back(check.formula);
  }
  csv.text(fmt::format("{}", fmt::join(names, " ")));
}

// The worse one; of equally good ones that of which there is a ratio.
bool shows_more(const Check& check, const Check& seen) {
  const bool is_alike = !is_worse(check, seen) && !is_worse(seen, check);
  return is_alike ? check.ratio() && !seen.ratio() : is_worse(check, seen);
}

}  // namespace

ScenarioCsv::ScenarioCsv(std::ostream& stream, std::vector<std::string> keys,
                         std::vector<FormulaName> formulas)
    : csv_(stream), keys_(std::move(keys)), formulas_(std::move(formulas)) {
  for (const std::string& title : titles(keys_, formulas_)) csv_.text(title);
  csv_.end_row();
}

void ScenarioCsv::add(const RunReport& report) {
  const auto& mesh = report.scenario.plan.mesh;
  csv_.text(report.scenario.name);
  for (const int size : {mesh.dp, mesh.tp, mesh.pp}) csv_.integer(size);
  add_keys(report.scenario);
  csv_.integer(report.run.parameters);
  add_peak(csv_, report);
  add_flops(csv_, report.run);
  add_traffic(csv_, report.run);
  add_tally(csv_, report.checks);
  add_ratios(report.checks);
  csv_.end_row();
}

void ScenarioCsv::add_keys(const Scenario& scenario) {
  for (const std::string& key : keys_) {
    const auto value = value_at(scenario.values, key);
    value ? csv_.text(text_of(*value)) : csv_.empty();
  }
}

void ScenarioCsv::add_ratios(const std::vector<Check>& checks) {
  std::map<FormulaName, const Check*> worst;
  for (const Check& check : checks) {
    if (check.verdict == Verdict::outside) continue;
    const Check*& seen = worst[check.name()];
    if (seen == nullptr || shows_more(check, *seen)) seen = &check;
  }
  for (const FormulaName& formula : formulas_) {
    const auto found = worst.find(formula);
    csv_.number(found == worst.end() ? std::nullopt : found->second->ratio());
  }
}

}  // namespace scenarios
