#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "sim/kernels/convert.hpp"
#include "sim/random.hpp"
#include "sim/tensor.hpp"

/// Tensors from lists of numbers and back, for tests of kernels.
namespace sim::test {

inline constexpr std::array<Dtype, 3> floating_dtypes = {Dtype::fp32, Dtype::fp16, Dtype::bf16};

/// A workspace matrix of these values, row by row, rounded to `dtype`.
inline Tensor tensor_of(Meters& meters, Dtype dtype, std::int64_t rows, std::int64_t columns,
                        const std::vector<float>& values) {
  Tensor tensor(meters, {}, dtype, rows, columns);
  const ConstView given = {reinterpret_cast<const std::byte*>(values.data()), Dtype::fp32, rows,
                           columns, columns};
  ENSURE(std::ssize(values) == rows * columns, values.size(), rows, columns);
  if (!values.empty()) convert(given, tensor);
  return tensor;
}

inline Tensor tokens_of(Meters& meters, const std::vector<std::int64_t>& values) {
  Tensor tensor(meters, {}, Dtype::int64, 1, std::ssize(values));
  std::copy(values.begin(), values.end(), tensor.view().as<std::int64_t>());
  return tensor;
}

inline Tensor mask_of(Meters& meters, std::int64_t rows, std::int64_t columns,
                      const std::vector<std::uint8_t>& values) {
  Tensor tensor(meters, {}, Dtype::uint8, rows, columns);
  std::copy(values.begin(), values.end(), tensor.view().as<std::uint8_t>());
  return tensor;
}

/// The elements row by row as fp32.
inline std::vector<float> values_of(ConstView view) {
  std::vector<float> values(static_cast<std::size_t>(view.size()));
  const View taken = {reinterpret_cast<std::byte*>(values.data()), Dtype::fp32, view.rows,
                      view.columns, view.columns};
  if (!values.empty()) convert(view, taken);
  return values;
}

/// Standard normal numbers, other ones for each seed.
inline std::vector<float> normals(std::int64_t count, std::uint64_t seed) {
  const RandomStream stream(seed, "test values");
  std::vector<float> values;
  for (std::int64_t i = 0; i < count; ++i) values.push_back(stream.normal(i));
  return values;
}

inline Tensor random_tensor(Meters& meters, Dtype dtype, std::int64_t rows, std::int64_t columns,
                            std::uint64_t seed) {
  return tensor_of(meters, dtype, rows, columns, normals(rows * columns, seed));
}

/// The relative distance of two neighbours: half of it is the largest relative rounding error.
inline float epsilon_of(Dtype dtype) {
  return dtype == Dtype::fp32 ? 0x1p-23F : dtype == Dtype::fp16 ? 0x1p-10F : 0x1p-7F;
}

inline std::int64_t elementwise(const Meters& meters) {
  return meters.flops.report()[0].elementwise;
}

}  // namespace sim::test
