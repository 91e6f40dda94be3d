#include "scenarios/commands/outputs.hpp"

#include <array>
#include <cstdio>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "scenarios/files/text_file.hpp"
#include "scenarios/report/fit_table.hpp"
#include "scenarios/report/peak_table.hpp"

namespace scenarios {

namespace {

// A table of scenarios has columns for these in any case.
bool is_size_of_mesh(std::string_view key) {
  return key == "parallel.data_parallel_size" || key == "parallel.tensor_model_parallel_size" ||
         key == "parallel.pipeline_model_parallel_size";
}

// Keys that one of the scenarios has and another has not, or has another value of.
std::vector<std::string> differing_keys(const std::vector<Task>& tasks) {
  std::set<std::string> differing;
  const auto compare = [&](const Scenario& scenario, const Scenario& other) {
    for (const auto& [key, value] : scenario.values) {
      const auto found = other.values.find(key);
      const bool differs = found == other.values.end() || found->second != value;
      if (differs && !is_size_of_mesh(key)) differing.insert(key);
    }
  };
  for (const Task& task : tasks) {
    compare(task.scenario, tasks.front().scenario);
    compare(tasks.front().scenario, task.scenario);
  }
  return {differing.begin(), differing.end()};
}

// In the order of the packs.
std::vector<std::string> formula_ids(const std::vector<Task>& tasks) {
  std::vector<std::string> ids;
  std::set<std::string_view> known;
  std::set<const Catalogue*> seen;
  for (const Task& task : tasks) {
    if (!seen.insert(task.catalogue.get()).second) continue;
    for (const Pack& pack : task.catalogue->packs()) {
      for (const Formula& formula : pack.formulas) {
        if (known.insert(formula.id).second) ids.push_back(formula.id);
      }
    }
  }
  return ids;
}

}  // namespace

Outputs::Outputs(const Options& options, const std::vector<Task>& tasks)
    : options_(options),
      style_{.colour = options.colour, .all_ranks = options.verbose},
      is_sweep_(options.command == Command::sweep ||
                (options.command == Command::dry && tasks.size() > 1)) {
  if (!options.json.empty()) json_.emplace(options.json);
  if (!options.csv.empty()) open_csv(tasks);
}

// A dry sweep has far more scenarios than anybody would train, and no spreadsheet holds their
// checks.
void Outputs::open_csv(const std::vector<Task>& tasks) {
  if (is_sweep_ && options_.command == Command::dry) {
    scenarios_.emplace(options_.csv, differing_keys(tasks), formula_ids(tasks));
  } else {
    checks_.emplace(options_.csv);
  }
}

void Outputs::add(const RunReport& report) {
  if (json_) json_->add(report);
  if (checks_) checks_->add(report);
  if (scenarios_) scenarios_->add(report);
  add_verdicts(verdicts_, report.checks);
  print(report);
  if (!is_sweep_) return;
  summary_.add(report);
  formulas_.add(report.checks);
}

void Outputs::print(const RunReport& report) const {
  const bool is_shown = !is_sweep_ || options_.verbose || !all_as_expected(report.checks);
  if (is_shown) fmt::print("{}\n", verdict_table(report, style_));
  const bool tells_fit = is_shown && report.fit;
  if (tells_fit || options_.verbose) fmt::print("{}\n", peak_table(report.run.ranks, style_));
  if (tells_fit) fmt::print("{}\n", fit_table(*report.fit, style_));
  if (is_shown) std::fflush(stdout);
}

void Outputs::finish() {
  if (json_) {
    json_->report.finish();
    json_->file.finish();
  }
  if (checks_) checks_->file.finish();
  if (scenarios_) scenarios_->file.finish();
  if (!options_.verdicts.empty()) {
    write_text_file(options_.verdicts, verdict_file_text(verdicts_));
  }
  if (is_sweep_) fmt::print("{}\n{}", summary_.text(style_), formulas_.text(style_));
  std::fflush(stdout);
}

}  // namespace scenarios
