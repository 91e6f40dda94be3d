#pragma once

#include <cstdint>

#include "sim/kernels/detail/elementary.hpp"
#include "sim/kernels/detail/loops.hpp"
#include "sim/kernels/detail/storage.hpp"
#include "sim/kernels/detail/sums.hpp"

namespace sim::kernels {

/// The keys that row `row` of a stack of causal matrices may look at: its own, and those before.
/// The queries are the last of the keys' positions.
inline std::int64_t visible_keys(std::int64_t row, std::int64_t queries, std::int64_t keys) {
  return keys - queries + row % queries + 1;
}

/// One row: 8 keys + 1 FLOPs. The exponentials are computed twice, for the sum and for the result:
/// keeping them in a 16-bit row would round twice, and a row has no length that would fit a stack.
/// Hidden keys are computed like visible ones and then put to zero.
template <class Real, class Stored>
void causal_softmax_row(Stored* scores, Real scale, std::int64_t visible, std::int64_t keys) {
  const Real largest =
      largest_term<Real>(visible, [=](std::int64_t i) { return load<Real>(scores[i]); });
  const auto exponent = [=](std::int64_t i) {
    return exponential(scale * (load<Real>(scores[i]) - largest));
  };
  const Real sum = sum_of_terms<Real>(keys, [=](std::int64_t i) {
    const Real value = exponent(i);
    return i < visible ? value : Real(0.0F);
  });
  const Real inverse = Real(1.0F) / sum;
  for_each_element(keys, [=](std::int64_t i) {
    const Real value = exponent(i) * inverse;
    scores[i] = store<Stored>(i < visible ? value : Real(0.0F));
  });
}

template <class Real, class Stored>
void causal_softmax_forward(Matrix<Stored> scores, Real scale, std::int64_t queries) {
  for_each_parallel(scores.rows, scores.rows * scores.columns, [&](std::int64_t row) {
    causal_softmax_row(scores.row(row), scale, visible_keys(row, queries, scores.columns),
                       scores.columns);
  });
}

/// One row: 5 keys FLOPs. Hidden keys have y = 0; selecting keeps a NaN of theirs out.
template <class Real, class Stored>
void causal_softmax_backward_row(const Stored* y, Stored* gradient, Real scale,
                                 std::int64_t visible, std::int64_t keys) {
  const Real mean = sum_of_terms<Real>(keys, [=](std::int64_t i) {
    const Real product = load<Real>(gradient[i]) * load<Real>(y[i]);
    return i < visible ? product : Real(0.0F);
  });
  for_each_element(keys, [=](std::int64_t i) {
    const Real value = scale * (load<Real>(y[i]) * (load<Real>(gradient[i]) - mean));
    gradient[i] = store<Stored>(i < visible ? value : Real(0.0F));
  });
}

template <class Real, class Stored>
void causal_softmax_backward(Matrix<const Stored> output, Real scale, std::int64_t queries,
                             Matrix<Stored> gradient) {
  for_each_parallel(output.rows, output.rows * output.columns, [&](std::int64_t row) {
    causal_softmax_backward_row(output.row(row), gradient.row(row), scale,
                                visible_keys(row, queries, output.columns), output.columns);
  });
}

}  // namespace sim::kernels
