#include "scenarios/commands/outputs.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "scenarios/read/key_table.hpp"
#include "scenarios/report/fit_table.hpp"
#include "scenarios/report/peak_table.hpp"

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

void flush_output() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
  throw std::runtime_error("standard output could not be written in full");
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
    scenarios_.emplace(options_.csv, differing_keys(tasks), formulas_of(tasks));
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
  if (is_shown) flush_output();
}

// All that can fail comes before the first file is replaced.
void Outputs::finish() {
  if (json_) json_->report.finish();
  std::vector<NewFile*> files;
  if (json_) files.push_back(&json_->file);
  if (checks_) files.push_back(&checks_->file);
  if (scenarios_) files.push_back(&scenarios_->file);
  std::optional<NewFile> verdicts;
  if (!options_.verdicts.empty()) {
    verdicts.emplace(options_.verdicts).stream() << verdict_file_text(verdicts_);
    files.push_back(&*verdicts);
  }
  for (NewFile* file : files) file->close();
  if (is_sweep_) fmt::print("{}\n{}", summary_.text(style_), formulas_.text(style_));
  flush_output();
  for (NewFile* file : files) file->finish();
}

}  // namespace scenarios
