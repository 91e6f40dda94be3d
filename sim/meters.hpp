#pragma once

#include "sim/flops.hpp"
#include "sim/ledger.hpp"

namespace sim {

/// What a rank's world is measured with: passed as one argument to whatever allocates or computes.
struct Meters {
  explicit Meters(bool without_memory = false) : shape_only(without_memory) {}

  Ledger ledger;
  FlopCounter flops;
  bool shape_only;  // buffers have a size and no memory: everything counts, nothing computes

  void begin_step() {
    ledger.begin_step();
    flops.begin_step();
  }
};

}  // namespace sim
