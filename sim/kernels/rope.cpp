#include "sim/kernels/rope.hpp"

#include <cmath>

#include "sim/ensure.hpp"
#include "sim/kernels/detail/rope.hpp"

namespace sim {

RotaryTable make_rotary_table(std::int64_t positions, std::int64_t rotated, double base) {
  ENSURE(positions >= 0, positions);
  ENSURE(rotated >= 0 && rotated % 2 == 0, rotated);
  ENSURE(base > 0.0, base);
  RotaryTable table = {.positions = positions, .rotated = rotated, .cosines = {}, .sines = {}};
  table.cosines.reserve(static_cast<std::size_t>((Checked(positions) * (rotated / 2)).value()));
  table.sines.reserve(static_cast<std::size_t>((Checked(positions) * (rotated / 2)).value()));
  for (std::int64_t position = 0; position < positions; ++position) {
    for (std::int64_t j = 0; j < rotated; j += 2) {
      const double exponent = -static_cast<double>(j) / static_cast<double>(rotated);
      const double angle = static_cast<double>(position) * std::pow(base, exponent);
      table.cosines.push_back(static_cast<float>(std::cos(angle)));
      table.sines.push_back(static_cast<float>(std::sin(angle)));
    }
  }
  return table;
}

void rotate(Meters& meters, const RotaryTable& table, Rotation rotation,
            std::int64_t first_position, std::int64_t batch, std::int64_t heads,
            std::int64_t head_stride, View x) {
  ENSURE(batch > 0 && x.rows % batch == 0, x.rows, batch);
  ENSURE(first_position >= 0 && first_position + x.rows / batch <= table.positions, first_position,
         x.rows, batch, table.positions);
  ENSURE(heads > 0 && (heads == 1 || head_stride >= table.rotated), heads, head_stride,
         table.rotated);
  ENSURE((heads - 1) * head_stride + table.rotated <= x.columns, heads, head_stride, table.rotated,
         x.columns);
  meters.flops.add_elementwise(Checked(6) * x.rows * heads * (table.rotated / 2));
  if (x.shape_only()) return;
  const kernels::RotationLayout layout = {first_position, batch, heads, head_stride};
  visit_floating(x.dtype, [&]<class Stored>(Stored) {
    kernels::rotate<float>(table, rotation, layout, kernels::matrix<Stored>(x));
  });
}

}  // namespace sim
