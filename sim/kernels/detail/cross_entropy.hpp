#pragma once

#include <cstdint>

#include "sim/kernels/detail/elementary.hpp"
#include "sim/kernels/detail/loops.hpp"
#include "sim/kernels/detail/storage.hpp"
#include "sim/kernels/detail/sums.hpp"

namespace sim::kernels {

/// One vocabulary shard: its first row of the table, and how many of its columns are no padding.
struct Shard {
  std::int64_t first_column = 0;
  std::int64_t real_columns = 0;
};

template <class Stored>
void row_maximum(Matrix<const Stored> logits, std::int64_t real_columns, Stored* maximum) {
  for_each_parallel(logits.rows, logits.rows * logits.columns, [&](std::int64_t row) {
    const Stored* const in = logits.row(row);
    maximum[row] = largest_term<Stored>(real_columns, [=](std::int64_t i) { return in[i]; });
  });
}

/// A row of V columns: 3 V + 1 FLOPs.
template <class Real, class Stored>
void exponentials(Matrix<Stored> logits, const std::int64_t* labels, const Stored* maximum,
                  Shard shard, Stored* target, Stored* sum) {
  for_each_parallel(logits.rows, logits.rows * logits.columns, [&](std::int64_t row) {
    Stored* const values = logits.row(row);
    const auto largest = load<Real>(maximum[row]);
    const std::int64_t label = labels[row] - shard.first_column;
    const bool is_here = label >= 0 && label < shard.real_columns;
    target[row] = store<Stored>((is_here ? load<Real>(values[label]) : largest) - largest);
    for_each_element(logits.columns, [=](std::int64_t i) {
      const Real value = exponential(load<Real>(values[i]) - largest);
      values[i] = store<Stored>(i < shard.real_columns ? value : Real(0.0F));
    });
    sum[row] = store<Stored>(
        sum_of_terms<Real>(logits.columns, [=](std::int64_t i) { return load<Real>(values[i]); }));
  });
}

/// A row of V columns: V + 3 FLOPs.
template <class Real, class Stored>
Wide<Real> probabilities(Matrix<Stored> logits, const Stored* target, const Stored* sum) {
  for_each_parallel(logits.rows, logits.rows * logits.columns, [&](std::int64_t row) {
    Stored* const values = logits.row(row);
    const auto divisor = load<Real>(sum[row]);
    for_each_element(logits.columns, [=](std::int64_t i) {
      values[i] = store<Stored>(load<Real>(values[i]) / divisor);
    });
  });
  auto loss = Wide<Real>(0);
  for (std::int64_t row = 0; row < logits.rows; ++row) {
    loss = loss + (logarithm(load<Wide<Real>>(sum[row])) - load<Wide<Real>>(target[row]));
  }
  return loss;
}

/// Two FLOPs an element.
template <class Real, class Stored>
void cross_entropy_backward(Matrix<Stored> probabilities, const std::int64_t* labels,
                            std::int64_t first_column, Real factor) {
  for_each_parallel(probabilities.rows, probabilities.rows * probabilities.columns,
                    [&](std::int64_t row) {
                      Stored* const values = probabilities.row(row);
                      const std::int64_t label = labels[row] - first_column;
                      for_each_element(probabilities.columns, [=](std::int64_t i) {
                        const Real is_label = i == label ? Real(1.0F) : Real(0.0F);
                        values[i] = store<Stored>((load<Real>(values[i]) - is_label) * factor);
                      });
                    });
}

}  // namespace sim::kernels
