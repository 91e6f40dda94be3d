#pragma once

#include "sim/meters.hpp"

namespace sim {

/// While it lives, what is computed counts as `recompute`.
class ReplayScope {
 public:
  explicit ReplayScope(Meters& meters) : meters_(meters), before_(meters.flops.phase()) {
    meters_.flops.enter(Phase::recompute);
  }
  ReplayScope(const ReplayScope&) = delete;
  ReplayScope& operator=(const ReplayScope&) = delete;
  ~ReplayScope() { meters_.flops.enter(before_); }

 private:
  Meters& meters_;
  Phase before_;
};

}  // namespace sim
