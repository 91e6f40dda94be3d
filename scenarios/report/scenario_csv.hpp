#pragma once

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "scenarios/report/csv_writer.hpp"
#include "scenarios/report/run_report.hpp"
#include "scenarios/report/sink.hpp"

namespace scenarios {

/// Writes the document of `--csv` of a dry sweep run by run: a heading and one row a scenario, so
/// that thousands of them stay within the rows of a spreadsheet. A row has the mesh and `keys`, the
/// parameters, the fullest rank with what filled its peak, FLOPs and sent bytes of all ranks, how
/// many checks got which verdict, and under PACK:FORMULA estimate/measured of each formula where it
/// is worst (empty: not judged, or 0 was measured everywhere).
class ScenarioCsv : public Sink {
 public:
  /// The keys by which the scenarios differ, and all formulas that judge them. The
  /// stream must outlive it.
  ScenarioCsv(std::ostream& stream, std::vector<std::string> keys,
              std::vector<FormulaName> formulas);
  void add(const RunReport& report) override;

 private:
  void add_keys(const Scenario& scenario);
  void add_ratios(const std::vector<Check>& checks);

  CsvWriter csv_;
  std::vector<std::string> keys_;
  std::vector<FormulaName> formulas_;
};

}  // namespace scenarios
