#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "parallel/plan.hpp"
#include "parallel/zero/module_trace.hpp"

namespace parallel {

/// Which of a chunk's parameters ZeRO-3 gathers when, as DeepSpeed's partitioned parameter
/// coordinator decides it: from sizes and the trace alone, so all ranks of a group decide alike. No
/// buffers, no messages. Sizes are the rank's own elements without padding.
///
/// Until the trace is complete a module is gathered on entering and released on leaving. Then:
/// - entering gathers what the module lacks, whatever the limits say; what follows in the trace is
///   prefetched while its sum is below min(max_live_parameters - live, prefetch_bucket_size), so
///   that the last one may pass it;
/// - leaving releases, except what is persistent, what another module in use holds, what the
///   prefetcher has passed at a later place, and what recurs before max_reuse_distance elements.
/// max_live_parameters limits prefetching alone: it is no bound on what is live.
class FetchPlanner {
 public:
  using Parameters = std::vector<sim::ParameterId>;

  /// `modules` are each module's own parameters.
  FetchPlanner(const Stage3Plan& knobs, const std::vector<std::int64_t>& sizes,
               std::vector<Parameters> modules);

  /// To be gathered before the module runs: its own, and ahead of later ones; one call each.
  struct Fetches {
    Parameters now;
    Parameters ahead;
  };
  /// Before the optimizer: what goes, and persistent parameters that are away (they have been
  /// released while the trace was recorded, and a step that is skipped would not gather them).
  struct StepEnd {
    Parameters release;
    Parameters gather;
  };

  void begin(Pass pass);
  [[nodiscard]] Fetches enter(sim::ModuleId module);
  /// What is released.
  [[nodiscard]] Parameters leave(sim::ModuleId module);
  [[nodiscard]] StepEnd end_step();

  /// What is live and has at most param_persistence_threshold elements: to be gathered again after
  /// the optimizer.
  [[nodiscard]] Parameters live_persistent() const;
  /// Elements gathered now, persistent ones among them.
  [[nodiscard]] std::int64_t live() const { return live_; }

 private:
  /// One parameter of one module of the trace.
  struct Use {
    sim::ParameterId parameter = sim::no_parameter;
    std::size_t place = 0;
  };
  struct State {
    std::int64_t size = 0;
    bool is_live = false;
    bool is_persistent = false;
    int modules_inside = 0;             // modules in use that hold it
    std::size_t passed_until = 0;       // one past the last place at which the prefetcher passed it
    std::vector<std::size_t> places{};  // of the trace, in order
  };

  [[nodiscard]] const State& state(sim::ParameterId id) const {
    return states_[static_cast<std::size_t>(id)];
  }
  [[nodiscard]] State& state(sim::ParameterId id) { return states_[static_cast<std::size_t>(id)]; }
  [[nodiscard]] const Parameters& parameters_of(sim::ModuleId id) const {
    return modules_[static_cast<std::size_t>(id)];
  }
  void read_trace();
  [[nodiscard]] Parameters take_missing(const Parameters& parameters);
  [[nodiscard]] Parameters prefetch();
  void pass(const Use& use);
  [[nodiscard]] bool is_soon_needed(const State& parameter) const;
  void release(sim::ParameterId id, Parameters& released);

  Stage3Plan knobs_;
  std::vector<Parameters> modules_;
  std::vector<State> states_;  // by parameter
  Parameters persistent_;
  std::int64_t live_ = 0;

  ModuleTrace trace_;
  std::vector<Use> uses_;                      // of the complete trace, in order
  std::vector<std::size_t> first_use_;         // by place, and one past the end
  std::vector<std::int64_t> elements_before_;  // by place: of all modules before it
  std::size_t next_use_ = 0;                   // where the prefetcher stands
};

}  // namespace parallel
