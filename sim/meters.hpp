#pragma once

#include "sim/flops.hpp"
#include "sim/ledger.hpp"

namespace sim {

/// What a rank's world is measured with: passed as one argument to whatever allocates or computes.
struct Meters {
  Ledger ledger;
  FlopCounter flops;

  void begin_step() {
    ledger.begin_step();
    flops.begin_step();
  }
};

}  // namespace sim
