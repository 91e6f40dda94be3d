#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scenarios/judge/run_result.hpp"
#include "scenarios/scenario.hpp"

namespace test {

/// What makes of a scenario the run of the same model on one rank, as --set takes it: one
/// micro-batch, nothing split, nothing recomputed. The knobs of stage 3, which cannot be taken
/// away, stay: with one data-parallel rank there is nothing to gather.
std::vector<std::string> one_rank_changes(const scenarios::Scenario& scenario);

/// How far a run may be from the one-rank run: the loss relative, a gradient tensor normwise.
struct Tolerance {
  double loss = 0;
  double gradient = 0;
};
Tolerance tolerance_of(const scenarios::Scenario& scenario);

/// A run and the gradients of its first step, as --dump writes them into `folder`.
struct DumpedRun {
  scenarios::RunResult result;
  std::filesystem::path folder;
};

/// The largest deviation of many, each in parts of its tolerance.
struct LargestDeviations {
  double fp32_loss = 0;
  double fp32_gradient = 0;
  double short_loss = 0;  // of the 16-bit precisions
  double short_gradient = 0;
};

/// In which way `run` of `scenario` is not what `expected`, the one-rank run, is; empty: none.
/// Training: the loss and each gradient tensor. Inference: the generated tokens.
std::vector<std::string> differences(const scenarios::Scenario& scenario, const DumpedRun& run,
                                     const DumpedRun& expected, LargestDeviations& largest);

}  // namespace test
