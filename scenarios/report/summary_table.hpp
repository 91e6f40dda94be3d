#pragma once

#include <string>

#include "scenarios/report/run_report.hpp"
#include "scenarios/report/terminal.hpp"
#include "scenarios/report/text_table.hpp"

namespace scenarios {

/// Many scenarios, one a line: mesh, loss, how many checks of each verdict, as expected or not.
class SummaryTable {
 public:
  SummaryTable();
  void add(const RunReport& report);
  [[nodiscard]] std::string text(const TerminalStyle& style) const {
    return table_.text(style.colour);
  }

 private:
  TextTable table_;
};

}  // namespace scenarios
