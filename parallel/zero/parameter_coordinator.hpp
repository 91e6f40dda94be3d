#pragma once

#include <optional>
#include <vector>

#include "parallel/measurement.hpp"
#include "parallel/plan.hpp"
#include "parallel/zero/fetch_planner.hpp"
#include "parallel/zero/live_parameters.hpp"

namespace parallel {

/// Gathers a chunk's weights for its modules where ZeRO-3 splits them; elsewhere, and in a group of
/// one, it does nothing. Without knobs a module's own parameters are gathered when it is entered,
/// one call, and released when it is left; with knobs FetchPlanner decides. All ranks of the
/// data-parallel group call alike.
class ParameterCoordinator {
 public:
  ParameterCoordinator(sim::Meters& meters, const std::optional<Stage3Plan>& knobs,
                       ModelStates& states, ranks::Group& dp,
                       const std::vector<std::vector<sim::ParameterId>>& modules);

  /// A micro-batch's forward or backward through the chunk begins.
  void begin(Pass pass);
  void enter(sim::ModuleId module);
  void leave(sim::ModuleId module);
  /// After the step's last backward: only persistent parameters stay live.
  void end_step();
  /// The shards have new values: what is still live is gathered anew, in one call.
  void after_optimizer();

  /// A whole parameter of a module that is entered, [1, size].
  [[nodiscard]] sim::ConstView at(sim::ParameterId parameter) const { return live_.at(parameter); }
  /// What was live when the step began and after each change; empty without knobs.
  [[nodiscard]] const std::vector<LiveChange>& timeline() const { return timeline_; }

 private:
  void note(sim::ModuleId module);

  const std::vector<std::vector<sim::ParameterId>>& modules_;
  bool is_split_;
  LiveParameters live_;
  std::optional<FetchPlanner> planner_;
  std::vector<LiveChange> timeline_;
  bool step_is_over_ = true;
};

}  // namespace parallel
