#pragma once

#include <string>
#include <vector>

#include "ranks/operation_slot.hpp"
#include "ranks/traffic.hpp"

namespace ranks {

/// A rank that has waited too long, and whom it waits for (session ranks).
struct StuckWait {
  int rank = 0;
  double seconds = 0;
  Activity activity = Activity::computing;
  Axis axis = Axis::control;
  std::vector<int> partners;
};

/// The last that was heard of a rank on the same host.
struct LifeSign {
  int rank = 0;
  double age_seconds = 0;
  Activity activity = Activity::computing;
  Axis axis = Axis::control;
};

/// One line for standard error, "error: rank 0: waited 600 s in all_reduce over dp with ranks 1, 2;
/// rank 2 does not respond (last heartbeat 598 s ago)". Where all signs are younger than
/// `silent_after` seconds it tells what those ranks are in instead; without signs (other hosts) the
/// second half is left out.
std::string describe(const StuckWait& wait, const std::vector<LifeSign>& signs,
                     double silent_after);

}  // namespace ranks
