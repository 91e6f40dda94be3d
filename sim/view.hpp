#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "sim/dtype.hpp"
#include "sim/ensure.hpp"

namespace sim {

/// A matrix in somebody else's memory: `rows` x `columns` elements of `dtype`, row i starting
/// `i * stride` elements after the first. A view costs no bytes and frees nothing. A vector is one
/// row. `Byte` is std::byte (View) or const std::byte (ConstView). Two states of their own:
/// `{}` has no elements and stands for an optional argument that is not given; a view with elements
/// and no data is shape-only: kernels count for it and compute nothing.
template <class Byte>
struct BasicView {
  Byte* data = nullptr;
  Dtype dtype = Dtype::fp32;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t stride = 0;

  [[nodiscard]] std::int64_t size() const { return rows * columns; }
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] bool shape_only() const { return data == nullptr; }
  [[nodiscard]] bool contiguous() const { return stride == columns || rows <= 1; }
  [[nodiscard]] std::int64_t bytes() const { return size() * bytes_of(dtype); }

  /// The first element, as `Stored`, which must be the view's own type.
  template <class Stored>
  [[nodiscard]] auto* as() const {
    ENSURE(dtype_of<Stored> == dtype, name_of(dtype_of<Stored>), name_of(dtype));
    using Pointer = std::conditional_t<std::is_const_v<Byte>, const Stored*, Stored*>;
    return reinterpret_cast<Pointer>(data);
  }
  [[nodiscard]] BasicView block(std::int64_t first_row, std::int64_t row_count,
                                std::int64_t first_column, std::int64_t column_count) const {
    ENSURE(first_row >= 0 && row_count >= 0 && first_row + row_count <= rows, first_row, row_count,
           rows);
    ENSURE(first_column >= 0 && column_count >= 0 && first_column + column_count <= columns,
           first_column, column_count, columns);
    const std::int64_t offset = (first_row * stride + first_column) * bytes_of(dtype);
    return {shape_only() ? nullptr : data + offset, dtype, row_count, column_count, stride};
  }
  [[nodiscard]] BasicView row_block(std::int64_t first, std::int64_t count) const {
    return block(first, count, 0, columns);
  }
  [[nodiscard]] BasicView column_block(std::int64_t first, std::int64_t count) const {
    return block(0, rows, first, count);
  }
  /// The same elements as one row; the view must be contiguous.
  [[nodiscard]] BasicView flat() const {
    ENSURE(contiguous(), rows, columns, stride);
    return {data, dtype, 1, size(), size()};
  }
  /// The same elements, row by row, as `new_rows` x `new_columns`; the view must be contiguous.
  [[nodiscard]] BasicView reshaped(std::int64_t new_rows, std::int64_t new_columns) const {
    ENSURE(contiguous() && new_rows * new_columns == size(), rows, columns, new_rows, new_columns);
    return {data, dtype, new_rows, new_columns, new_columns};
  }
  operator BasicView<const std::byte>() const  // NOLINT(google-explicit-constructor)
      requires(!std::is_const_v<Byte>) {
    return {data, dtype, rows, columns, stride};
  }
};

using View = BasicView<std::byte>;
using ConstView = BasicView<const std::byte>;

}  // namespace sim
