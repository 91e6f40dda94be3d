#include "sim/kernels/heads.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using test::tensor_of;
using test::values_of;
using Values = std::vector<float>;

// Two tokens of two heads in the order query, key (2 wide each), as GPT-NeoX has them: the keys are
// columns 2-3 and 6-7.
TEST(Heads, PackAndCopyByHand) {
  for (const Dtype dtype : test::floating_dtypes) {
    Meters meters;
    Tensor fused =
        tensor_of(meters, dtype, 2, 8, {1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18});
    const HeadRows keys = {fused.view().column_block(2, 2), 2, 4};
    Tensor packed(meters, {}, dtype, 4, 3);
    set_zero(packed);
    pack_heads(keys, packed.view().column_block(1, 2));
    EXPECT_EQ(values_of(packed), (Values{0, 3, 4, 0, 7, 8, 0, 13, 14, 0, 17, 18}));
    copy_heads(packed.view().column_block(0, 2), keys);
    EXPECT_EQ(values_of(fused), (Values{1, 2, 0, 3, 5, 6, 0, 7, 11, 12, 0, 13, 15, 16, 0, 17}));
  }
}

TEST(Heads, RefuseWhatDoesNotFit) {
  Meters meters;
  Tensor fused(meters, {}, Dtype::fp32, 2, 8);
  Tensor packed(meters, {}, Dtype::fp32, 4, 2);
  Tensor half(meters, {}, Dtype::fp16, 4, 2);
  const View first = fused.view().column_block(0, 2);
  EXPECT_THROW(pack_heads({first, 3, 2}, packed), Error) << "4 rows for 6 heads";
  EXPECT_THROW(pack_heads({first, 2, 4}, half), Error);
  EXPECT_THROW(pack_heads({first, 0, 4}, packed.view().row_block(0, 0)), Error);
  EXPECT_THROW(copy_heads(packed, {first, 2, 1}), Error) << "heads overlap";
  EXPECT_THROW(copy_heads(packed, {first, 2, 7}), Error) << "beyond the row";
}

}  // namespace
}  // namespace sim
