#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parallel/dry.hpp"
#include "scenarios/commands/dry_run.hpp"
#include "scenarios/judge/measured.hpp"
#include "scenarios/judge/quantities.hpp"
#include "scenarios/packs/evaluation.hpp"

namespace test {

/// A scenario's numbers on its first rank: those of its formulas and keys, and those that its
/// shape-only run measures. Scenario and catalogue must outlive it.
class DryScenario {
 public:
  DryScenario(const scenarios::Scenario& scenario, const scenarios::Catalogue& catalogue)
      : scenario_(scenario),
        evaluation_(catalogue, scenarios::rank_variables(scenario.values, 0)) {}

  /// An expression of formulas and keys.
  double estimate(const std::string& text) { return evaluation_.value(parsed(text)); }

  /// An expression that may also name quantities, and sums of them over all ranks by "sum."
  /// before the name.
  double dry(const std::string& text) {
    return parsed(text).value([this](const std::string& name) {
      return is_measured(name) ? measured(name) : estimate(name);
    });
  }

  /// Whether an expression says anything of the run.
  static bool names_quantity(const std::string& text) {
    const scenarios::Expression expression = parsed(text);
    return std::ranges::any_of(expression.names(), is_measured);
  }

 private:
  static constexpr std::string_view sum_over_ranks = "sum.";

  static scenarios::Expression parsed(const std::string& text) {
    return {text, {.file = "a table of published numbers", .line = 0, .option = {}}};
  }
  static std::string quantity_of(const std::string& name) {
    return name.starts_with(sum_over_ranks) ? name.substr(sum_over_ranks.size()) : name;
  }
  static bool is_measured(const std::string& name) {
    return scenarios::quantity_fault(quantity_of(name)).empty();
  }

  double measured(const std::string& name) {
    const bool is_sum = name.starts_with(sum_over_ranks);
    const scenarios::RunResult& run = is_sum ? all_ranks() : first_rank();
    std::vector<scenarios::Counted> values;
    for (const parallel::Measurement& rank : run.ranks) {
      values.push_back({scenarios::measured_quantity(run, rank, quantity_of(name)), rank.count});
    }
    const auto scope = is_sum ? scenarios::Scope::sum : scenarios::Scope::rank;
    return scenarios::over_ranks(scope, values).value();
  }
  // Each is walked when it is first asked for: most numbers need one rank of thousands.
  const scenarios::RunResult& first_rank() {
    if (!first_rank_) {
      first_rank_.emplace();
      first_rank_->parameters = parallel::model_size(scenario_.plan);
      first_rank_->ranks.push_back(parallel::walk_class(scenario_.plan, 0));
    }
    return *first_rank_;
  }
  const scenarios::RunResult& all_ranks() {
    if (!all_ranks_) all_ranks_ = scenarios::dry_result(scenario_.plan);
    return *all_ranks_;
  }

  const scenarios::Scenario& scenario_;
  scenarios::Evaluation evaluation_;
  std::optional<scenarios::RunResult> first_rank_;
  std::optional<scenarios::RunResult> all_ranks_;
};

}  // namespace test
