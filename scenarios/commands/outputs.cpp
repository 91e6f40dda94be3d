#include "scenarios/commands/outputs.hpp"

#include <algorithm>
#include <iostream>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "scenarios/commands/console.hpp"
#include "scenarios/read/key_table.hpp"
#include "scenarios/report/check_csv.hpp"
#include "scenarios/report/file_sink.hpp"
#include "scenarios/report/json_report.hpp"
#include "scenarios/report/scenario_csv.hpp"
#include "scenarios/report/terminal_sinks.hpp"
#include "scenarios/report/verdict_file.hpp"

namespace scenarios {

namespace {

// A table of scenarios has columns for these in any case.
bool is_size_of_mesh(KeyId key) {
  constexpr std::array<KeyId, 3> sizes = {"parallel.data_parallel_size",
                                          "parallel.tensor_model_parallel_size",
                                          "parallel.pipeline_model_parallel_size"};
  return std::ranges::find(sizes, key) != sizes.end();
}

// Keys that one of the scenarios has and another has not, or has another value of.
std::vector<std::string> differing_keys(const std::vector<Task>& tasks) {
  std::vector<std::string> differing;
  for (const KeyId key : keys_by_name()) {
    const Field& field = key.key().field;
    const auto differs_from_first = [&](const Task& task) {
      return !field.type->equal(field.of(task.scenario.values),
                                field.of(tasks.front().scenario.values));
    };
    if (is_size_of_mesh(key) || std::ranges::none_of(tasks, differs_from_first)) continue;
    differing.emplace_back(key.path());
  }
  return differing;
}

// In the order of the packs.
std::vector<FormulaName> formulas_of(const std::vector<Task>& tasks) {
  std::vector<FormulaName> names;
  std::set<FormulaName> known;
  std::set<const Catalogue*> seen;
  for (const Task& task : tasks) {
    if (!seen.insert(task.catalogue.get()).second) continue;
    for (const Pack& pack : task.catalogue->packs()) {
      for (const Formula& formula : pack.formulas) {
        const FormulaName name{pack.name, formula.id};
        if (known.insert(name).second) names.push_back(name);
      }
    }
  }
  return names;
}

std::unique_ptr<Sink> terminal(const Options& options, bool is_sweep) {
  const TerminalChoice choice{
      .style = terminal_style(options),
      .checks = {.formulas = options.shown_formulas, .quantities = options.shown_quantities},
      .sweep = {.sort = options.sort, .fits = options.fits, .top = options.top}};
  std::ostream& stream = options.prints_document() ? std::cerr : std::cout;
  if (is_sweep) return std::make_unique<TerminalSweep>(stream, choice);
  return std::make_unique<TerminalRuns>(stream, choice);
}

template <class Document>
FileSink::Make document() {
  return [](std::ostream& stream) { return std::make_unique<Document>(stream); };
}

// A dry sweep has far more scenarios than anybody would train, and no spreadsheet holds their
// checks.
FileSink::Make csv(bool is_survey, const std::vector<Task>& tasks) {
  if (!is_survey) return document<CheckCsv>();
  return [&tasks](std::ostream& stream) {
    return std::make_unique<ScenarioCsv>(stream, differing_keys(tasks), formulas_of(tasks));
  };
}

}  // namespace

Outputs::Outputs(const Options& options, const std::vector<Task>& tasks) {
  const bool is_survey = options.command == Command::dry && tasks.size() > 1;
  const bool is_sweep = options.command == Command::sweep || is_survey;
  const auto to_file = [this](const std::filesystem::path& path, const FileSink::Make& make) {
    if (!path.empty()) sinks_.push_back(std::make_unique<FileSink>(path, make));
  };
  to_file(options.json, document<JsonReport>());
  to_file(options.csv, csv(is_survey, tasks));
  to_file(options.verdicts, document<VerdictFile>());
  const bool is_silent = options.quiet && options.prints_document();
  if (!is_silent) sinks_.push_back(terminal(options, is_sweep));
}

bool Outputs::tell_alternatives() const {
  return std::ranges::any_of(sinks_, [](const auto& sink) { return sink->tells_alternatives(); });
}

void Outputs::add(const RunReport& report) {
  for (const auto& sink : sinks_) sink->add(report);
}

void Outputs::finish() {
  for (const auto& sink : sinks_) sink->finish();
  for (const auto& sink : sinks_) sink->publish();
}

}  // namespace scenarios
