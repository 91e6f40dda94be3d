#pragma once

#include "scenarios/report/run_report.hpp"
#include "tests/scenarios/packs/keys_of_t0.hpp"

namespace scenarios {

/// A hand-made report: two data-parallel ranks, two checks, of which the second is not as expected.
inline RunReport hand_made_report() {
  RunReport report;
  report.scenario.name = "two, \"quoted\"";
  report.scenario.about = "teaches nothing";
  report.scenario.values = keys_of_t0({{"parallel.data_parallel_size", std::int64_t{2}}});
  report.scenario.packs = {"transformer-math-101"};
  report.scenario.expectations["seed.dp"] = {{"t == 1", "off", "2"}};
  report.scenario.plan.mesh = {.dp = 2, .tp = 1, .pp = 1};
  report.run.parameters = 210304;
  report.run.loss = {5.5, 5.25};
  report.run.grad_norm = {1.5, std::nullopt};
  report.run.skipped_steps = 1;
  report.run.ranks.resize(2);
  report.run.ranks[1].rank = 1;
  report.run.ranks[1].at.dp = 1;
  report.run.ranks[1].memory.total_peak = 4096;
  report.run.ranks[1].memory.at_peak = {
      {sim::Category::weights, sim::Item::none, {}, 3072},
      {sim::Category::activations, sim::Item::mlp_gelu_input, {2, 0}, 1024}};
  report.run.ranks[1].traffic.add(ranks::Axis::dp, ranks::Operation::all_reduce, 841216);

  Check exact;
  exact.formula = "seed.w.16";
  exact.pack = "transformer-math-101";
  exact.quantity = "memory.weights.kept";
  exact.scope = Scope::sum;
  exact.estimate = 420608;
  exact.measured = Measured{.sum = 420608};
  exact.verdict = exact.expected = Verdict::exact;
  exact.as_expected = true;
  Check off = exact;
  off.formula = "seed.3d.grad";
  off.quantity = "memory.gradients.kept";
  off.scope = Scope::rank;
  off.rank = 1;
  off.measured = Measured{.sum = 210304};
  off.verdict = Verdict::off;
  off.expected = Verdict::within;
  off.as_expected = false;
  off.because = "because, as one \"says\"";
  Check outside = exact;
  outside.formula = "seed.z3";
  outside.measured.reset();
  outside.verdict = outside.expected = Verdict::outside;
  report.checks = {exact, off, outside};
  return report;
}

}  // namespace scenarios
