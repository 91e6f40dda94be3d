#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "scenarios/packs/catalogue.hpp"
#include "scenarios/packs/evaluation.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

/// The evaluations of one scenario: of what is the same on all ranks, and of single ranks.
class Places {
 public:
  /// Catalogue and scenario must outlive it.
  Places(const Catalogue& catalogue, const Scenario& scenario, std::int64_t ranks_of_a_stage)
      : catalogue_(catalogue),
        scenario_(scenario),
        whole_(catalogue, scenario_variables(scenario.values)),
        ranks_of_a_stage_(ranks_of_a_stage) {}

  Evaluation& whole() { return whole_; }
  /// The first rank of a stage stands for it in nearly all formulas, so its values are kept. Of
  /// what differs inside a stage there may be a hundred thousand: the last one is kept, until the
  /// next is asked for.
  Evaluation& at(std::int64_t rank);

 private:
  [[nodiscard]] Evaluation evaluation_of(std::int64_t rank) const {
    return {catalogue_, rank_variables(scenario_.values, rank)};
  }

  const Catalogue& catalogue_;
  const Scenario& scenario_;
  Evaluation whole_;
  std::int64_t ranks_of_a_stage_;
  std::map<std::int64_t, Evaluation> stages_;  // by the first rank
  std::int64_t other_rank_ = -1;
  std::optional<Evaluation> other_;
};

}  // namespace scenarios
