#include "sim/kernels/rope.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "sim/kernels/detail/rope.hpp"
#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using test::random_tensor;
using test::tensor_of;
using test::values_of;
using Values = std::vector<float>;

// Four components: angles p and p / sqrt(10000) = p / 100. cos 1 = 0.5403023, sin 1 = 0.8414710;
// cos 0.02 = 0.9998000, sin 0.02 = 0.0199987.
TEST(RotaryTable, ByHand) {
  const RotaryTable table = make_rotary_table(3, 4, 10000.0);
  ASSERT_EQ(table.cosines.size(), 6U);
  EXPECT_EQ(table.cosines[0], 1.0F);
  EXPECT_EQ(table.sines[1], 0.0F);
  EXPECT_NEAR(table.cosines[2], 0.5403023F, 1e-7);
  EXPECT_NEAR(table.sines[2], 0.8414710F, 1e-7);
  EXPECT_NEAR(table.cosines[5], 0.9998000F, 1e-7);
  EXPECT_NEAR(table.sines[5], 0.0199987F, 1e-7);
}

// Position 131,071 in fp32 arithmetic would be off by thousandths of a turn.
TEST(RotaryTable, FarPositionsAreExact) {
  const RotaryTable table = make_rotary_table(131072, 4, 10000.0);
  EXPECT_EQ(table.cosines.back(), static_cast<float>(std::cos(1310.71)));
  EXPECT_EQ(table.sines[2 * 131071], static_cast<float>(std::sin(131071.0)));
}

/// A quarter turn at position 1, three quarters at position 3.
RotaryTable quarter_turns() {
  return {4, 2, {1, 0, -1, 0}, {0, 1, 0, -1}};
}

// Two sequences, positions 2 and 3, two heads of three columns in rows of seven: the first two
// columns of a head turn, (a, b) into (-a, -b) at position 2 and into (b, -a) at position 3.
TEST(Rotate, ByHand) {
  const Values x = {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5,
                    1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5};
  const Values turned = {-1, -2, 3, -4, -5, 6, 7, -8, -9, 1, -2, -3, 4, 5,
                         2,  -1, 3, 5,  -4, 6, 7, 9,  -8, 1, 3,  -2, 4, 5};
  for (const Dtype dtype : test::floating_dtypes) {
    Meters meters;
    Tensor heads = tensor_of(meters, dtype, 4, 7, x);
    rotate(meters, quarter_turns(), Rotation::forward, 2, 2, 2, 3, heads.view().column_block(0, 6));
    EXPECT_EQ(values_of(heads), turned);
    EXPECT_EQ(test::elementwise(meters), 6 * 4 * 2);
    rotate(meters, quarter_turns(), Rotation::backward, 2, 2, 2, 3,
           heads.view().column_block(0, 6));
    EXPECT_EQ(values_of(heads), x);
  }
}

// The pair of component j is j + r/2, not its neighbour.
TEST(Rotate, PairsHalvesOfAHead) {
  Meters meters;
  Tensor x = tensor_of(meters, Dtype::fp32, 1, 5, {1, 2, 3, 4, 5});
  rotate(meters, {1, 4, {0, 1}, {1, 0}}, Rotation::forward, 0, 1, 1, 5, x);
  EXPECT_EQ(values_of(x), (Values{-3, 2, 1, 4, 5}));
}

// A rotation is linear: its gradient is the transpose, (R x) . dy = x . (R^T dy), in double.
TEST(Rotate, BackwardIsTheGradient) {
  const RotaryTable table = make_rotary_table(9, 6, 100.0);
  const kernels::RotationLayout layout = {3, 2, 3, 7};
  std::vector<double> x;
  std::vector<double> dy;
  for (const float value : test::normals(12 * 21, 1)) x.push_back(value);
  for (const float value : test::normals(12 * 21, 2)) dy.push_back(value);
  const auto turned = [&](std::vector<double> values, Rotation rotation) {
    kernels::rotate<double, double>(table, rotation, layout, {values.data(), 12, 21, 21});
    return values;
  };
  const std::vector<double> y = turned(x, Rotation::forward);
  const std::vector<double> dx = turned(dy, Rotation::backward);
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::vector<double> unit(x.size());
    unit[i] = 1.0;
    const std::vector<double> column = turned(unit, Rotation::forward);
    double slope = 0.0;
    for (std::size_t j = 0; j < x.size(); ++j) slope += column[j] * dy[j];
    EXPECT_NEAR(dx[i], slope, 1e-12) << i;
  }
  EXPECT_NE(y, x);
}

TEST(Rotate, HalvesAreRoundedOnce) {
  const RotaryTable table = make_rotary_table(40, 64, 10000.0);
  for (const Dtype dtype : {Dtype::fp16, Dtype::bf16}) {
    for (const Rotation rotation : {Rotation::forward, Rotation::backward}) {
      Meters meters;
      Tensor x = random_tensor(meters, dtype, 40, 200, 1);
      Tensor exact = tensor_of(meters, Dtype::fp32, 40, 200, values_of(x));
      rotate(meters, table, rotation, 0, 1, 2, 100, x);
      rotate(meters, table, rotation, 0, 1, 2, 100, exact);
      EXPECT_EQ(values_of(x), values_of(tensor_of(meters, dtype, 40, 200, values_of(exact))));
    }
  }
}

TEST(Rotate, RefusesWhatDoesNotFit) {
  EXPECT_THROW(make_rotary_table(3, 5, 10000.0), Error);
  EXPECT_THROW(make_rotary_table(3, 4, 0.0), Error);
  Meters meters;
  const RotaryTable table = make_rotary_table(3, 4, 10000.0);
  Tensor x(meters, {}, Dtype::fp32, 6, 8);
  const auto turn = [&](std::int64_t first, std::int64_t batch, std::int64_t heads,
                        std::int64_t stride) {
    rotate(meters, table, Rotation::forward, first, batch, heads, stride, x);
  };
  EXPECT_THROW(turn(0, 1, 1, 8), Error) << "six positions of three";
  EXPECT_THROW(turn(1, 2, 1, 8), Error) << "the last position is 3";
  EXPECT_THROW(turn(0, 4, 1, 8), Error) << "6 rows of 4 sequences";
  EXPECT_THROW(turn(0, 2, 3, 4), Error) << "columns 8 to 11 of 8";
  EXPECT_THROW(turn(0, 2, 2, 3), Error) << "heads overlap";
  EXPECT_EQ(test::elementwise(meters), 0);
}

}  // namespace
}  // namespace sim
