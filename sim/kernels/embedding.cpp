#include "sim/kernels/embedding.hpp"

#include "sim/ensure.hpp"
#include "sim/kernels/detail/embedding.hpp"

namespace sim {
namespace {

void ensure_tokens(ConstView tokens, ConstView of_tokens, ConstView table) {
  ENSURE(kernels::has_shape(tokens, 1, of_tokens.rows), tokens.rows, tokens.columns,
         of_tokens.rows);
  ENSURE(tokens.dtype == Dtype::int64, name_of(tokens.dtype));
  ENSURE(table.columns == of_tokens.columns, table.columns, of_tokens.columns);
}

/// The rows of a position table that x [s * batch, h] meets.
std::int64_t met_positions(ConstView x, std::int64_t batch, ConstView positions,
                           std::int64_t first_position) {
  ENSURE(batch > 0 && x.rows % batch == 0, x.rows, batch);
  ENSURE(positions.columns == x.columns, positions.columns, x.columns);
  const std::int64_t count = x.rows / batch;
  ENSURE(first_position >= 0 && first_position + count <= positions.rows, first_position, count,
         positions.rows);
  return count;
}

}  // namespace

void embedding_lookup(ConstView tokens, ConstView table, std::int64_t first_row, View out) {
  ensure_tokens(tokens, out, table);
  ENSURE(table.dtype == out.dtype, name_of(table.dtype), name_of(out.dtype));
  if (out.shape_only()) return;
  visit_floating(out.dtype, [&]<class Stored>(Stored) {
    kernels::embedding_lookup(tokens.as<std::int64_t>(), kernels::matrix<Stored>(table), first_row,
                              kernels::matrix<Stored>(out));
  });
}

void embedding_scatter_add(Meters& meters, ConstView tokens, ConstView dy, std::int64_t first_row,
                           View table_gradient) {
  ensure_tokens(tokens, dy, table_gradient);
  meters.flops.add_elementwise(dy.size());
  if (dy.shape_only()) return;
  visit_floating(dy.dtype, [&]<class Stored>(Stored) {
    visit_floating(table_gradient.dtype, [&]<class Sum>(Sum) {
      kernels::embedding_scatter_add<float>(tokens.as<std::int64_t>(), kernels::matrix<Stored>(dy),
                                            first_row, kernels::matrix<Sum>(table_gradient));
    });
  });
}

void add_positions(Meters& meters, ConstView positions, std::int64_t first_position,
                   std::int64_t batch, View x) {
  const std::int64_t count = met_positions(x, batch, positions, first_position);
  ENSURE(positions.dtype == x.dtype, name_of(positions.dtype), name_of(x.dtype));
  meters.flops.add_elementwise(x.size());
  if (x.shape_only()) return;
  const ConstView met = positions.row_block(first_position, count);
  visit_floating(x.dtype, [&]<class Stored>(Stored) {
    kernels::add_positions<float>(kernels::matrix<Stored>(met), batch, kernels::matrix<Stored>(x));
  });
}

void add_positions_gradient(Meters& meters, ConstView dy, std::int64_t first_position,
                            std::int64_t batch, View positions_gradient) {
  const std::int64_t count = met_positions(dy, batch, positions_gradient, first_position);
  meters.flops.add_elementwise(dy.size());
  if (dy.shape_only()) return;
  const View met = positions_gradient.row_block(first_position, count);
  visit_floating(dy.dtype, [&]<class Stored>(Stored) {
    visit_floating(met.dtype, [&]<class Sum>(Sum) {
      kernels::add_positions_gradient<float>(kernels::matrix<Stored>(dy), batch,
                                             kernels::matrix<Sum>(met));
    });
  });
}

}  // namespace sim
