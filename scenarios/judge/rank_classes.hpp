#pragma once

#include <cstdint>
#include <vector>

#include "scenarios/judge/expected.hpp"
#include "scenarios/packs/catalogue.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

/// Ranks on which a formula has the same value.
struct RankClass {
  std::int64_t first = 0;  // the lowest rank of it
  std::int64_t count = 0;
};

/// Which ranks of a scenario, however many, are alike for a formula and what is expected of it:
/// those that have the same of all variables that it needs. The catalogue and the expectations must
/// outlive it.
class RankClasses {
 public:
  RankClasses(const Catalogue& catalogue, const Scenario& scenario,
              const ScenarioExpectations& expectations);

  /// All ranks in classes, by first rank.
  [[nodiscard]] std::vector<RankClass> of(const Formula& formula) const;
  /// The same of the ranks that were measured, each class of which is a rank or a whole stage: no
  /// class reaches from one of them into another.
  [[nodiscard]] std::vector<RankClass> within(const std::vector<RankClass>& measured,
                                              const Formula& formula) const;
  [[nodiscard]] std::int64_t ranks_of_a_stage() const { return tensor_size_ * data_size_; }
  /// The first rank that is like `rank`.
  [[nodiscard]] std::int64_t first_alike(std::int64_t rank, const Formula& formula) const;

 private:
  // The coordinates of a stage's ranks on which a formula depends.
  struct Asked {
    bool tensor = false;
    bool data = false;
  };
  [[nodiscard]] Asked asked_by(const Formula& formula) const;
  void add_parts(std::int64_t first, std::int64_t stages, Asked asked,
                 std::vector<RankClass>& parts) const;

  const Catalogue& catalogue_;
  const ScenarioExpectations& expectations_;
  std::int64_t tensor_size_;
  std::int64_t data_size_;
  bool some_ask_within_stages_;
  std::vector<std::int64_t> stages_;  // of each stage the first one that looks like it
};

}  // namespace scenarios
