#pragma once

#include <cstdint>

#include "sim/kernels/detail/loops.hpp"
#include "sim/kernels/detail/storage.hpp"

namespace sim::kernels {

/// out += x, one FLOP an element.
template <class Real, class Stored, class Sum>
void add(Matrix<const Stored> x, Matrix<Sum> out) {
  for_each_piece(x.rows, x.columns, [&](std::int64_t row, std::int64_t first, std::int64_t count) {
    const Stored* const addend = x.row(row) + first;
    Sum* const sum = out.row(row) + first;
    for_each_element(count, [=](std::int64_t i) {
      sum[i] = store<Sum>(load<Real>(sum[i]) + load<Real>(addend[i]));
    });
  });
}

/// out = x in the type of out; no FLOPs.
template <class Stored, class Converted>
void convert(Matrix<const Stored> x, Matrix<Converted> out) {
  for_each_piece(x.rows, x.columns, [&](std::int64_t row, std::int64_t first, std::int64_t count) {
    const Stored* const from = x.row(row) + first;
    Converted* const to = out.row(row) + first;
    for_each_element(count,
                     [=](std::int64_t i) { to[i] = store<Converted>(load<float>(from[i])); });
  });
}

}  // namespace sim::kernels
