#pragma once

#include <ostream>
#include <vector>

#include "scenarios/report/check_filter.hpp"
#include "scenarios/report/formula_summary.hpp"
#include "scenarios/report/sink.hpp"
#include "scenarios/report/sweep_table.hpp"
#include "scenarios/report/text_table.hpp"

namespace scenarios {

/// What a person asked to see on the terminal.
struct TerminalChoice {
  TerminalStyle style;
  CheckFilter checks;
  SweepChoice sweep;
};

/// Prints each scenario by itself: the first screen; with `style.all_ranks` every check too; with a
/// filter the checks that it shows instead.
class TerminalRuns : public Sink {
 public:
  /// The stream must outlive it.
  TerminalRuns(std::ostream& stream, TerminalChoice choice)
      : stream_(stream), choice_(std::move(choice)) {}
  void add(const RunReport& report) override;
  [[nodiscard]] bool tells_alternatives() const override { return choice_.checks.is_empty(); }

 private:
  std::ostream& stream_;
  TerminalChoice choice_;
};

/// Prints what is not as expected as it comes (with `style.all_ranks` or a filter as TerminalRuns
/// does), and at the end a line a scenario and a line a formula that is not exact everywhere.
class TerminalSweep : public Sink {
 public:
  /// The stream must outlive it.
  TerminalSweep(std::ostream& stream, TerminalChoice choice)
      : stream_(stream), choice_(std::move(choice)) {}
  void add(const RunReport& report) override;
  void finish() override;
  [[nodiscard]] bool tells_alternatives() const override { return choice_.style.all_ranks; }

 private:
  std::ostream& stream_;
  TerminalChoice choice_;
  std::vector<SweepRow> rows_;
  FormulaSummary formulas_;
};

}  // namespace scenarios
