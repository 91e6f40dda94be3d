#include "sim/kernels/product.hpp"

#include <algorithm>

#include "sim/ensure.hpp"
#include "sim/kernels/detail/loops.hpp"
#include "sim/kernels/detail/storage.hpp"
#include "sim/kernels/product_tile.hpp"

namespace sim {
namespace {

void ensure_operand(const Operand& operand) {
  if (operand.view.dtype == Dtype::int8) {
    const ConstView& scales = operand.scales;
    ENSURE(kernels::has_shape(scales, 1, operand.view.rows), scales.rows, scales.columns,
           operand.view.rows);
    ENSURE(scales.dtype == Dtype::fp32, name_of(scales.dtype));
  } else {
    ENSURE(operand.scales.empty(), operand.scales.columns, name_of(operand.view.dtype));
    visit_floating(operand.view.dtype, [](auto) {});
  }
}

void ensure_product(View out, Operand left, Operand right) {
  ENSURE(left.columns() == right.rows(), left.rows(), left.columns(), right.rows(),
         right.columns());
  ENSURE(out.rows == left.rows() && out.columns == right.columns(), out.rows, out.columns,
         left.rows(), right.columns());
  visit_floating(out.dtype, [](auto) {});
  ensure_operand(left);
  ensure_operand(right);
}

template <class SomeView>
SomeView moved(SomeView view, std::int64_t elements) {
  view.data += elements * bytes_of(view.dtype);
  return view;
}

View member(const MatrixFamily& family, std::int64_t outer, std::int64_t inner) {
  return moved(family.first, outer * family.outer_stride + inner * family.inner_stride);
}
Operand member(const OperandFamily& family, std::int64_t outer, std::int64_t inner) {
  const std::int64_t repeated = inner / family.inner_repeats;
  return {moved(family.first.view, outer * family.outer_stride + repeated * family.inner_stride),
          family.first.transposed, family.first.scales};
}

/// Rows of the matrix as it is stored, with their scales.
Operand stored_rows(const Operand& operand, std::int64_t first, std::int64_t count) {
  const ConstView& scales = operand.scales;
  return {operand.view.row_block(first, count), operand.transposed,
          scales.empty() ? scales : scales.column_block(first, count)};
}
Operand stored_columns(const Operand& operand, std::int64_t first, std::int64_t count) {
  return {operand.view.column_block(first, count), operand.transposed, operand.scales};
}

}  // namespace

Operand rows_of(const Operand& operand, std::int64_t first, std::int64_t count) {
  return operand.transposed ? stored_columns(operand, first, count)
                            : stored_rows(operand, first, count);
}
Operand columns_of(const Operand& operand, std::int64_t first, std::int64_t count) {
  return operand.transposed ? stored_rows(operand, first, count)
                            : stored_columns(operand, first, count);
}

void multiply(Meters& meters, View out, Operand left, Operand right, Into into) {
  multiply_families(meters, 1, 1, {.first = out}, {.first = left}, {.first = right}, into);
}

void multiply_families(Meters& meters, std::int64_t outer, std::int64_t inner, MatrixFamily out,
                       OperandFamily left, OperandFamily right, Into into) {
  ensure_product(out.first, left.first, right.first);
  ENSURE(outer >= 0 && inner >= 0, outer, inner);
  ENSURE(left.inner_repeats > 0 && right.inner_repeats > 0, left.inner_repeats,
         right.inner_repeats);
  ENSURE(outer * inner <= 1 || (left.first.scales.empty() && right.first.scales.empty()), outer,
         inner, "products with int8");
  const std::int64_t rows = out.first.rows;
  const std::int64_t columns = out.first.columns;
  const std::int64_t flops =
      (Checked(2) * outer * inner * rows * columns * left.first.columns()).value();
  meters.flops.add_matmul(flops);
  if (out.first.shape_only()) return;

  const std::int64_t tiles_down = ceil_divide(rows, kernels::tile_rows);
  const std::int64_t tiles_across = ceil_divide(columns, kernels::tile_columns);
  const std::int64_t tiles = tiles_down * tiles_across;
  kernels::for_each_parallel(outer * inner * tiles, flops / 64, [&](std::int64_t index) {
    const std::int64_t pair = index / tiles;
    const std::int64_t row = index % tiles / tiles_across * kernels::tile_rows;
    const std::int64_t column = index % tiles_across * kernels::tile_columns;
    const std::int64_t row_count = std::min(kernels::tile_rows, rows - row);
    const std::int64_t column_count = std::min(kernels::tile_columns, columns - column);
    kernels::multiply_tile(
        member(out, pair / inner, pair % inner).block(row, row_count, column, column_count),
        rows_of(member(left, pair / inner, pair % inner), row, row_count),
        columns_of(member(right, pair / inner, pair % inner), column, column_count), into);
  });
}

}  // namespace sim
