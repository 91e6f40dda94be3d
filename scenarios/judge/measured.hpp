#pragma once

#include <cstdint>
#include <span>

#include "scenarios/packs/formula.hpp"
#include "scenarios/text/int128.hpp"

namespace scenarios {

/// A measured number: `sum` / `count`. The count is 1 except for a mean over ranks.
struct Measured {
  Int128 sum = 0;
  std::int64_t count = 1;

  [[nodiscard]] bool is_integer() const { return sum % count == 0; }
  [[nodiscard]] double value() const;
};

/// A number that `ranks` ranks have.
struct Counted {
  std::int64_t value = 0;
  std::int64_t ranks = 1;
};

/// One number from those of all ranks (at least one; for Scope::rank exactly one entry).
Measured over_ranks(Scope scope, std::span<const Counted> values);

}  // namespace scenarios
