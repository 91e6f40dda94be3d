#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/commands/options.hpp"
#include "scenarios/commands/work.hpp"
#include "scenarios/files/new_file.hpp"
#include "scenarios/report/check_csv.hpp"
#include "scenarios/report/formula_summary.hpp"
#include "scenarios/report/json_report.hpp"
#include "scenarios/report/run_report.hpp"
#include "scenarios/report/scenario_csv.hpp"
#include "scenarios/report/summary_table.hpp"
#include "scenarios/report/verdict_file.hpp"

namespace scenarios {

/// What a command prints and the files of --json, --csv and --verdicts, scenario by scenario: of
/// each only its line of a summary is kept, so that thousands need the memory of one. An older file
/// stays until finish().
class Outputs {
 public:
  /// `tasks` are all that will be added. Throws std::runtime_error when a file cannot be written,
  /// as all here do. The options must outlive it.
  Outputs(const Options& options, const std::vector<Task>& tasks);

  /// Whether anything here tells what would fit better; walking that takes longer than the rest.
  [[nodiscard]] bool tell_alternatives() const {
    const bool is_dry_sweep = is_sweep_ && options_.command == Command::dry;
    return !is_dry_sweep || options_.verbose || !options_.json.empty();
  }
  /// Prints the verdicts: of a sweep only those that are not as expected (with --verbose all).
  void add(const RunReport& report);
  /// Prints the summary of a sweep and puts the files in their places.
  void finish();

 private:
  // A document, run by run, and the file that it goes to.
  template <class Report>
  struct ReportFile {
    template <class... Arguments>
    explicit ReportFile(const std::filesystem::path& path, Arguments... arguments)
        : file(path), report(file.stream(), std::move(arguments)...) {}
    void add(const RunReport& run) {
      report.add(run);
      file.check();
    }
    NewFile file;
    Report report;
  };

  void open_csv(const std::vector<Task>& tasks);
  void print(const RunReport& report) const;

  const Options& options_;
  TerminalStyle style_;
  bool is_sweep_;
  std::optional<ReportFile<JsonReport>> json_;
  std::optional<ReportFile<CheckCsv>> checks_;
  std::optional<ReportFile<ScenarioCsv>> scenarios_;
  SummaryTable summary_;
  FormulaSummary formulas_;
  VerdictCounts verdicts_;
};

}  // namespace scenarios
