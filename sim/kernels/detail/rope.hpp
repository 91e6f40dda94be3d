#pragma once

#include <cstdint>

#include "sim/kernels/detail/loops.hpp"
#include "sim/kernels/detail/storage.hpp"
#include "sim/kernels/rope.hpp"

namespace sim::kernels {

/// Where the pairs of a rotation lie and which positions they have.
struct RotationLayout {
  std::int64_t first_position = 0;
  std::int64_t batch = 1;
  std::int64_t heads = 1;
  std::int64_t head_stride = 0;
};

/// Six FLOPs a pair. The transpose of a rotation is the one by the opposite angle.
template <class Real, class Stored>
void rotate(const RotaryTable& table, Rotation rotation, const RotationLayout& layout,
            Matrix<Stored> x) {
  const std::int64_t pairs = table.rotated / 2;
  const bool is_backward = rotation == Rotation::backward;
  const std::int64_t elements = x.rows * layout.heads * table.rotated;
  for_each_parallel(x.rows, elements, [&](std::int64_t row) {
    const std::int64_t position = layout.first_position + row / layout.batch;
    const float* const cosines = table.cosines.data() + position * pairs;
    const float* const sines = table.sines.data() + position * pairs;
    for (std::int64_t head = 0; head < layout.heads; ++head) {
      Stored* const near = x.row(row) + head * layout.head_stride;
      Stored* const far = near + pairs;
      for_each_element(pairs, [=](std::int64_t j) {
        const auto cosine = load<Real>(cosines[j]);
        const auto sine = load<Real>(is_backward ? -sines[j] : sines[j]);
        const auto a = load<Real>(near[j]);
        const auto b = load<Real>(far[j]);
        near[j] = store<Stored>(a * cosine - b * sine);
        far[j] = store<Stored>(b * cosine + a * sine);
      });
    }
  });
}

}  // namespace sim::kernels
