#pragma once

#include <cstdint>

#include "sim/kernels/convert.hpp"
#include "sim/kernels/detail/storage.hpp"

/// What all optimizers share: the shapes they are handed, and who the weights' master is.
namespace sim::kernels {

inline void ensure_vector(ConstView vector, Dtype dtype, std::int64_t size) {
  ENSURE(has_shape(vector, 1, size), vector.rows, vector.columns, size);
  ENSURE(vector.dtype == dtype, name_of(vector.dtype), name_of(dtype));
}

/// Weights [1, n], a gradient alike, and a master that is fp32 or not given.
inline void ensure_slice(ConstView weights, ConstView master, ConstView gradient) {
  const std::int64_t size = weights.columns;
  ENSURE(weights.rows == 1 || weights.empty(), weights.rows, size);
  ENSURE(same_shape(gradient, weights), gradient.rows, gradient.columns, size);
  if (!master.empty()) ensure_vector(master, Dtype::fp32, size);
}

/// Calls body(w, g) for the typed pointers of what is updated: the master, whose rounding the
/// stored weights then become, or the weights themselves.
template <class Body>
void update_weights(View weights, View master, ConstView gradient, const Body& body) {
  const View updated = master.empty() ? weights : master;
  visit_floating(updated.dtype, [&]<class Weight>(Weight) {
    visit_floating(gradient.dtype, [&]<class Gradient>(Gradient) {
      body(updated.as<Weight>(), gradient.as<Gradient>());
    });
  });
  if (!master.empty()) convert(master, weights);
}

}  // namespace sim::kernels
