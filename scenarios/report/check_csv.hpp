#pragma once

#include <ostream>

#include "scenarios/report/csv_writer.hpp"
#include "scenarios/report/run_report.hpp"
#include "scenarios/report/sink.hpp"

namespace scenarios {

/// Writes the document of `--csv` run by run: a heading and one row a check.
class CheckCsv : public Sink {
 public:
  /// The stream must outlive it.
  explicit CheckCsv(std::ostream& stream);
  void add(const RunReport& report) override;

 private:
  CsvWriter csv_;
};

}  // namespace scenarios
