#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/judge/check.hpp"
#include "scenarios/report/text_table.hpp"

namespace scenarios {

/// "within", "off x1.965", "off x1.965 (expected within)".
std::string verdict_text(const Check& check);
Shade shade_of(const Check& check);

/// "dp 2, tp 2, pp 2 (8 ranks)".
std::string mesh_text(const Scenario& scenario);

/// "loss 5.5452 -> 5.1034 over 3 steps".
std::string loss_text(const RunResult& run);

/// How many checks of each kind there are.
struct Tally {
  int exact = 0;
  int within = 0;
  int bound = 0;
  int off = 0;
  int outside = 0;
  int unexpected = 0;

  void add(const Check& check);
};
Tally tally_of(std::span<const Check> checks);
std::string tally_text(const Tally& tally);
Shade tally_shade(const Tally& tally);
/// "ok", or how many are not as expected.
std::string verdicts_in_short(const Tally& tally);
/// A line with the counts of all checks.
std::string tally_line(std::span<const Check> checks, const TerminalStyle& style);

/// A faint paragraph "TITLE: NAME, NAME, ..." for what needs no row of its own; nothing without
/// names.
std::string names_line(std::string_view title, const std::vector<std::string>& names,
                       const TerminalStyle& style);

}  // namespace scenarios
