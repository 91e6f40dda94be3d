#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>

#include "sim/kernels/detail/loops.hpp"
#include "sim/kernels/detail/storage.hpp"
#include "sim/kernels/detail/sums.hpp"

namespace sim::kernels {

template <class Stored>
void embedding_lookup(const std::int64_t* tokens, Matrix<const Stored> table,
                      std::int64_t first_row, Matrix<Stored> out) {
  for_each_parallel(out.rows, out.rows * out.columns, [&](std::int64_t i) {
    const std::int64_t row = tokens[i] - first_row;
    if (row >= 0 && row < table.rows) {
      std::copy_n(table.row(row), out.columns, out.row(i));
    } else {
      std::fill_n(out.row(i), out.columns, Stored{});
    }
  });
}

/// A token's row in the table, and where the token stands.
struct TokenPlace {
  std::int64_t row;
  std::int64_t place;
  friend bool operator<(const TokenPlace& a, const TokenPlace& b) {
    return a.row != b.row ? a.row < b.row : a.place < b.place;
  }
};

/// A run of tokens sorted by row, then place, in the arrays of a stack frame (48 KiB); tokens of
/// other shards are left out. Group g holds the places of one row.
class SortedTokens {
 public:
  static constexpr std::int64_t capacity = 2048;

  SortedTokens(const std::int64_t* tokens, std::int64_t start, std::int64_t end,
               std::int64_t first_row, std::int64_t rows) {
    for (std::int64_t place = start; place < end; ++place) {
      const std::int64_t row = tokens[place] - first_row;
      if (row >= 0 && row < rows) places_.at(count_++) = {row, place};
    }
    std::sort(places_.begin(), places_.begin() + static_cast<std::ptrdiff_t>(count_));
    for (std::size_t i = 0; i < count_; ++i) {
      if (i == 0 || places_[i].row != places_[i - 1].row) starts_.at(groups_++) = i;
    }
  }
  [[nodiscard]] std::int64_t groups() const { return static_cast<std::int64_t>(groups_); }
  [[nodiscard]] std::span<const TokenPlace> group(std::int64_t index) const {
    const auto group = static_cast<std::size_t>(index);
    const std::size_t end = group + 1 < groups_ ? starts_[group + 1] : count_;
    return {places_.data() + starts_[group], end - starts_[group]};
  }

 private:
  std::array<TokenPlace, capacity> places_;
  std::array<std::size_t, capacity> starts_;
  std::size_t count_ = 0;
  std::size_t groups_ = 0;
};

/// One FLOP an element of a token in the shard. Tokens are taken in runs and grouped by row, so
/// that a row that many tokens share is rounded once a run and not once a token: in bf16 a sum of
/// 300 ones, rounded each time, would stop at 256.
template <class Real, class Stored, class Sum>
void embedding_scatter_add(const std::int64_t* tokens, Matrix<const Stored> dy,
                           std::int64_t first_row, Matrix<Sum> table) {
  for (std::int64_t start = 0; start < dy.rows; start += SortedTokens::capacity) {
    const std::int64_t end = std::min(dy.rows, start + SortedTokens::capacity);
    const SortedTokens sorted(tokens, start, end, first_row, table.rows);
    for_each_parallel(sorted.groups(), (end - start) * dy.columns, [&](std::int64_t index) {
      const std::span<const TokenPlace> group = sorted.group(index);
      const TokenPlace* const places = group.data();
      add_column_sums_of<Real>(std::ssize(group), table.row(places->row), dy.columns,
                               [=](std::int64_t i, std::int64_t column) {
                                 return load<Real>(dy.row(places[i].place)[column]);
                               });
    });
  }
}

/// x[p * batch + j] += positions[p]: one FLOP an element.
template <class Real, class Stored>
void add_positions(Matrix<const Stored> positions, std::int64_t batch, Matrix<Stored> x) {
  for_each_piece(x.rows, x.columns, [&](std::int64_t row, std::int64_t first, std::int64_t count) {
    const Stored* const position = positions.row(row / batch) + first;
    Stored* const out = x.row(row) + first;
    for_each_element(count, [=](std::int64_t i) {
      out[i] = store<Stored>(load<Real>(out[i]) + load<Real>(position[i]));
    });
  });
}

/// gradient[p] += sum over j of dy[p * batch + j]: one FLOP an element of dy.
template <class Real, class Stored, class Sum>
void add_positions_gradient(Matrix<const Stored> dy, std::int64_t batch, Matrix<Sum> gradient) {
  for_each_parallel(gradient.rows, dy.rows * dy.columns, [&](std::int64_t p) {
    const Matrix<const Stored> of_position = {dy.row(p * batch), batch, dy.columns, dy.stride};
    add_column_sums_of<Real>(batch, gradient.row(p), dy.columns,
                             [=](std::int64_t row, std::int64_t column) {
                               return load<Real>(of_position.row(row)[column]);
                             });
  });
}

}  // namespace sim::kernels
