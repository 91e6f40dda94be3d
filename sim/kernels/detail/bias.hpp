#pragma once

#include <cstdint>

#include "sim/kernels/detail/loops.hpp"
#include "sim/kernels/detail/storage.hpp"
#include "sim/kernels/detail/sums.hpp"

namespace sim::kernels {

/// One FLOP an element.
template <class Real, class Stored>
void add_bias(Matrix<Stored> x, const Stored* bias) {
  for_each_piece(x.rows, x.columns, [&](std::int64_t row, std::int64_t first, std::int64_t count) {
    Stored* const out = x.row(row) + first;
    const Stored* const addend = bias + first;
    for_each_element(count, [=](std::int64_t i) {
      out[i] = store<Stored>(load<Real>(out[i]) + load<Real>(addend[i]));
    });
  });
}

/// One FLOP an element.
template <class Real, class Stored, class Sum>
void add_column_sums(Matrix<const Stored> x, Sum* sums) {
  add_column_sums_of<Real>(x.rows, sums, x.columns, [=](std::int64_t row, std::int64_t column) {
    return load<Real>(x.row(row)[column]);
  });
}

}  // namespace sim::kernels
