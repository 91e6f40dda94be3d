#pragma once

#include <ostream>
#include <span>

#include "scenarios/judge/check.hpp"
#include "scenarios/report/csv_writer.hpp"
#include "scenarios/report/json_writer.hpp"

namespace scenarios {

/// Writes the document of `estimate --json`, schema "shardscope-estimates/1": each scenario with
/// its estimates, one a class of equal ranks.
class EstimateJson {
 public:
  /// The stream must outlive it.
  explicit EstimateJson(std::ostream& stream);
  void add(const Scenario& scenario, std::span<const Estimate> estimates);
  void finish();

 private:
  std::ostream& stream_;
  JsonWriter json_;
};

/// Writes the table of `estimate --csv`: a row an estimate.
class EstimateCsv {
 public:
  /// The stream must outlive it.
  explicit EstimateCsv(std::ostream& stream);
  void add(const Scenario& scenario, std::span<const Estimate> estimates);
  void finish() {}

 private:
  CsvWriter csv_;
};

}  // namespace scenarios
