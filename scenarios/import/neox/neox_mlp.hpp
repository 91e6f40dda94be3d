#pragma once

#include "scenarios/import/imported.hpp"

namespace scenarios {

/// The width, gating, activation and biases of GPT-NeoX's MLP. intermediate_size counts all three
/// matrices of a gated one: its first has int(I*2/3) rows, rounded up to 2*mlp_multiple_of, its
/// last int(I*2/3)/2 columns, rounded up to mlp_multiple_of (megatron/model/transformer.py,
/// ParallelMLP). Where the two do not fit the file cannot be built, and is refused.
void read_neox_mlp(Imported& imported, Settings& settings);

/// Rows of the first matrix and columns of the last, as that rule gives them.
struct NeoxWidths {
  std::int64_t first = 0;
  std::int64_t last = 0;

  /// Whether what the first gives is what the last takes.
  [[nodiscard]] bool fit(bool gated) const { return first == (gated ? 2 : 1) * last; }
};
NeoxWidths neox_widths(std::int64_t intermediate, std::int64_t multiple, bool gated);

}  // namespace scenarios
