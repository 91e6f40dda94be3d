// A product counts two FLOPs for each of its M N K multiply-adds.

#include <array>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "sim/kernels/product.hpp"
#include "tests/sim/kernels/counted.hpp"
#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using test::Counted;
using test::random_tensor;

/// The product as it is defined: a sum of k products an output.
void triple_loop(std::int64_t m, std::int64_t n, std::int64_t k, const std::vector<float>& left,
                 const std::vector<float>& right, std::vector<float>& out) {
  const auto at = [](std::int64_t index) { return static_cast<std::size_t>(index); };
  for (std::int64_t i = 0; i < m; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      Counted sum(0.0F);
      for (std::int64_t l = 0; l < k; ++l) {
        sum = sum + Counted(left[at(i * k + l)]) * Counted(right[at(l * n + j)]);
      }
      out[at(i * n + j)] = static_cast<float>(sum);
    }
  }
}

TEST(FlopsOfProducts, AreThoseOfTheTripleLoop) {
  for (const auto& [m, n, k] :
       std::vector<std::array<std::int64_t, 3>>{{1, 1, 1}, {2, 3, 4}, {17, 5, 29}, {30, 40, 20}}) {
    Meters meters;
    const Tensor left = random_tensor(meters, Dtype::fp32, m, k, 1);
    const Tensor right = random_tensor(meters, Dtype::fp32, k, n, 2);
    Tensor out(meters, {}, Dtype::fp32, m, n);
    multiply(meters, out, {left}, {right});
    std::vector<float> expected(static_cast<std::size_t>(m * n));
    Counted::restart();
    triple_loop(m, n, k, test::values_of(left), test::values_of(right), expected);
    EXPECT_EQ(meters.flops.report()[0].matmul, Counted::operations());
    const std::vector<float> values = test::values_of(out);
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-4);
  }
}

}  // namespace
}  // namespace sim
