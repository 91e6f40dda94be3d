#include "sim/kernels/argmax.hpp"

#include <gtest/gtest.h>

#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using test::tensor_of;

// A shard of three columns that begins at column 10, the last of them padding. Rows: the maximum
// stands at 11; it stands twice, the first wins; it is another rank's; only padding has it.
TEST(ColumnsOfMaximum, FirstRealColumnOrNone) {
  Meters meters;
  const Tensor logits = tensor_of(meters, Dtype::fp32, 4, 3, {1, 5, 9, 5, 5, 0, 1, 2, 0, 1, 2, 7});
  const Tensor maximum = tensor_of(meters, Dtype::fp32, 1, 4, {5, 5, 6, 7});
  Tensor columns(meters, {}, Dtype::int64, 1, 4);
  columns_of_maximum(logits, maximum, 10, 2, columns);
  const auto* const found = columns.view().as<std::int64_t>();
  EXPECT_EQ(found[0], -11);
  EXPECT_EQ(found[1], -10);
  EXPECT_EQ(found[2], no_column);
  EXPECT_EQ(found[3], no_column);
  EXPECT_THROW(restore_columns(columns), Error);
  restore_columns(columns.view().column_block(0, 2));
  EXPECT_EQ(found[0], 11);
  EXPECT_EQ(found[1], 10);
}

}  // namespace
}  // namespace sim
