#pragma once

#include <ostream>

#include "scenarios/report/json_checks.hpp"
#include "scenarios/report/json_writer.hpp"
#include "scenarios/report/run_report.hpp"
#include "scenarios/report/sink.hpp"

namespace scenarios {

/// Writes the document of `--json`, schema "shardscope/1", run by run, and after them what
/// the packs say of the formulas. The same reports give the same bytes.
class JsonReport : public Sink {
 public:
  /// The stream must outlive it.
  explicit JsonReport(std::ostream& stream);
  void add(const RunReport& report) override;
  /// Ends the document.
  void finish() override;
  [[nodiscard]] bool tells_alternatives() const override { return true; }

 private:
  std::ostream& stream_;
  JsonWriter json_;
  JsonFormulas formulas_;
};

}  // namespace scenarios
