#pragma once

#include <cstdint>

#include "sim/meters.hpp"
#include "sim/random.hpp"
#include "sim/view.hpp"

namespace sim {

/// Where the rows of a mask lie in the whole, unsplit mask: row r starts at global element
/// base + (r / group) * outer_stride + (r % group) * inner_stride; its columns follow one by one.
struct MaskIndex {
  std::int64_t base = 0;
  std::int64_t group = 1;
  std::int64_t outer_stride = 0;
  std::int64_t inner_stride = 0;
  [[nodiscard]] std::int64_t row_start(std::int64_t row) const {
    return base + row / group * outer_stride + row % group * inner_stride;
  }
};

/// A dropout site: probability and the stream its mask is drawn from.
struct DropoutSite {
  double probability = 0.0;
  RandomStream stream;
  MaskIndex index;
};

/// Draws mask (uint8, 1 = kept) by global index: element i is kept when word(i) is at least
/// probability * 2^32. No FLOPs.
void draw_mask(const DropoutSite& site, View mask);

/// y = x * mask / (1 - p): two FLOPs an element (the product with the mask and the scaling).
/// y may be x. Forward and backward of dropout alike.
void apply_mask(Meters& meters, ConstView x, ConstView mask, double probability, View y);

/// out = residual + x + bias, or out = residual + dropout(x + bias) when `mask` is given.
/// `bias` [1, n] may be empty (a layer without biases), and so may `residual`.
/// out may be x or residual.
void bias_dropout_add(Meters& meters, ConstView x, ConstView bias, ConstView mask,
                      double probability, ConstView residual, View out);

}  // namespace sim
