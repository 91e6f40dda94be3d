#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "scenarios/judge/check.hpp"
#include "scenarios/report/text_table.hpp"

namespace scenarios {

/// Closed forms of many scenarios, one a line: from the least to the most over all their ranks, and
/// in how many scenarios the assumptions are met.
class EstimateSummary {
 public:
  void add(std::span<const Estimate> of_scenario);
  [[nodiscard]] std::string text(const TerminalStyle& style) const;

 private:
  struct Row {
    std::string formula;
    std::string quantity;
    double least = 0;
    double most = 0;
    std::int64_t met = 0;        // scenarios on any rank of which the assumptions are met
    std::int64_t scenarios = 0;  // that have it
    std::int64_t last_met = -1;  // the last of those, by number
    std::int64_t last_seen = -1;
  };
  void add(const Estimate& estimate);

  std::vector<Row> rows_;
  std::map<FormulaName, std::size_t> places_;  // of a formula among the rows
  std::int64_t scenarios_ = 0;
};

}  // namespace scenarios
