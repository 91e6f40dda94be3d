#include "sim/kernels/convert.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using test::tensor_of;
using test::values_of;
using Values = std::vector<float>;

// Between all types, with ties to even: 1 + 2^-8 is the middle of two bf16, 2049 of two fp16.
TEST(Convert, RoundsOnceToTheType) {
  Meters meters;
  const Tensor x = tensor_of(meters, Dtype::fp32, 1, 3, {1 + 0x1p-8F, 1 + 3 * 0x1p-8F, 2049});
  Tensor bf16(meters, {}, Dtype::bf16, 1, 3);
  Tensor fp16(meters, {}, Dtype::fp16, 1, 3);
  convert(x, bf16);
  convert(x, fp16);
  EXPECT_EQ(values_of(bf16), (Values{1, 1 + 0x1p-6F, 2048}));
  EXPECT_EQ(values_of(fp16), (Values{1 + 0x1p-8F, 1 + 3 * 0x1p-8F, 2048}));
  convert(bf16, fp16);
  EXPECT_EQ(values_of(fp16), (Values{1, 1 + 0x1p-6F, 2048}));
}

TEST(Accumulate, AddsAndCountsNothing) {
  Meters meters;
  Tensor y = tensor_of(meters, Dtype::fp32, 1, 2, {10, 20});
  accumulate(tensor_of(meters, Dtype::bf16, 1, 2, {1, 2}), y);
  EXPECT_EQ(values_of(y), (Values{11, 22}));
  EXPECT_EQ(test::elementwise(meters), 0);
}

}  // namespace
}  // namespace sim
