#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/kernels/detail/storage.hpp"
#include "tests/sim/kernels/counted.hpp"
#include "tests/sim/kernels/values.hpp"

/// What the proofs of the kernels' charges share.
namespace sim::test {

using StorageTypes = testing::Types<float, Fp16, Bf16>;

using Charge = std::function<void(Meters&)>;
using Execute = std::function<void()>;

inline void expect_same_count(const char* kernel, const Charge& charge, const Execute& execute) {
  Meters meters;
  charge(meters);
  Counted::restart();
  execute();
  EXPECT_GT(Counted::operations(), 0) << kernel;
  EXPECT_EQ(elementwise(meters), Counted::operations()) << kernel;
}

/// Buffers of one rows x columns problem in the storage type `Stored`.
template <class Stored>
struct Problem {
  static constexpr Dtype dtype = dtype_of<Stored>;
  Meters meters{};
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  Tensor x = random_tensor(meters, dtype, rows, columns, 1);
  Tensor y = random_tensor(meters, dtype, rows, columns, 2);
  Tensor z = random_tensor(meters, dtype, rows, columns, 3);
  Tensor vector = random_tensor(meters, dtype, 1, columns, 4);
  Tensor sums = random_tensor(meters, Dtype::fp32, 1, columns, 5);
  Tensor statistics = random_tensor(meters, Dtype::fp32, rows, 2, 6);
  Tensor mask = mask_of(meters, rows, columns,
                        std::vector<std::uint8_t>(static_cast<std::size_t>(rows* columns)));

  [[nodiscard]] kernels::Matrix<const Stored> in(const Tensor& tensor) const {
    return kernels::matrix<Stored>(tensor.view());
  }
  [[nodiscard]] kernels::Matrix<Stored> out(Tensor& tensor) const {
    return kernels::matrix<Stored>(tensor.view());
  }
  [[nodiscard]] const Stored* bias() const { return vector.view().as<Stored>(); }
};

// Sizes below, at and above the lanes of a sum, past the runs and tiles of column sums.
inline const std::vector<std::pair<std::int64_t, std::int64_t>>& sizes() {
  static const std::vector<std::pair<std::int64_t, std::int64_t>> list = {
      {1, 1}, {3, 5}, {2, 31}, {4, 32}, {70, 33}, {5, 64}, {33, 300}};
  return list;
}

template <class Stored, class Body>
void for_each_problem(const Body& body) {
  for (const auto& [rows, columns] : sizes()) {
    Problem<Stored> problem{.rows = rows, .columns = columns};
    body(problem);
  }
}

}  // namespace sim::test
