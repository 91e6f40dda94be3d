#pragma once

#include "scenarios/report/run_report.hpp"

namespace scenarios {

/// Where results go: a terminal, a document. Runs come one after another, and of each no more is
/// kept than its lines in a summary, so that thousands need the memory of one. All may throw
/// std::runtime_error when something cannot be written.
class Sink {
 public:
  Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  virtual ~Sink() = default;

  virtual void add(const RunReport& report) = 0;
  /// Writes what comes after the last run. What can fail happens here at the latest.
  virtual void finish() {}
  /// Shows the result to others, once every sink has finished: an older file stays until then.
  virtual void publish() {}
  /// Whether it tells what would fit better; walking that takes longer than the rest.
  [[nodiscard]] virtual bool tells_alternatives() const { return false; }
};

}  // namespace scenarios
