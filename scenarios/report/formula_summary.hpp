#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scenarios/judge/check.hpp"
#include "scenarios/report/text_table.hpp"
#include "scenarios/report/verdict_text.hpp"

namespace scenarios {

/// Many scenarios, one formula a line, in the order in which the packs name them: how many checks
/// of each verdict it got, and the worst of them with its estimate and measurement. Formulas that
/// were never judged are left out.
class FormulaSummary {
 public:
  void add(std::span<const Check> checks);
  [[nodiscard]] std::string text(const TerminalStyle& style) const;

 private:
  struct Row {
    std::string formula;
    Tally tally;
    std::optional<Check> worst;
  };
  Row& row_of(const FormulaName& formula);

  std::vector<Row> rows_;
  std::map<FormulaName, std::size_t> places_;  // of a formula among the rows
};

}  // namespace scenarios
