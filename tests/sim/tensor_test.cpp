#include "sim/tensor.hpp"

#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

namespace sim {
namespace {

std::int64_t live(const Meters& meters, Category category) {
  return meters.ledger.report().categories.at(static_cast<std::size_t>(category)).end;
}

TEST(Tensor, ChargesElementsTimesBytes) {
  Meters meters;
  {
    const Tensor logits(meters, activation(Item::head_logits), Dtype::fp32, 3, 5);
    const Tensor mask(meters, {}, Dtype::uint8, 3, 5);
    const Tensor weights(meters, {Category::weights}, Dtype::bf16, 3, 5);
    const Tensor tokens(meters, {Category::inputs}, Dtype::int64, 1, 7);
    const Tensor codes(meters, {Category::live_parameters}, Dtype::int8, 3, 5);
    EXPECT_EQ(live(meters, Category::activations), 60);
    EXPECT_EQ(live(meters, Category::workspace), 15);
    EXPECT_EQ(live(meters, Category::weights), 30);
    EXPECT_EQ(live(meters, Category::inputs), 56);
    EXPECT_EQ(live(meters, Category::live_parameters), 15);
  }
  for (const Category category : {Category::activations, Category::workspace, Category::weights}) {
    EXPECT_EQ(live(meters, category), 0);
  }
}

TEST(Tensor, MovesWithItsCharge) {
  Meters meters;
  Tensor first(meters, {}, Dtype::fp32, 2, 2);
  Tensor second = std::move(first);
  EXPECT_EQ(live(meters, Category::workspace), 16);
  second.free();
  EXPECT_EQ(live(meters, Category::workspace), 0);
  EXPECT_TRUE(second.empty());
}

TEST(Tensor, StartsOnACacheLine) {
  Meters meters;
  const Tensor odd(meters, {}, Dtype::uint8, 1, 1);
  const Tensor next(meters, {}, Dtype::fp32, 3, 3);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(next.view().data) % 64, 0U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(odd.view().data) % 64, 0U);
}

TEST(Tensor, SetZeroTouchesTheViewAlone) {
  Meters meters;
  Tensor tensor(meters, {}, Dtype::fp32, 3, 4);
  auto* const values = tensor.view().as<float>();
  for (int i = 0; i < 12; ++i) values[i] = 1.0F;
  set_zero(tensor.view().block(1, 2, 1, 2));
  const float expected[] = {1, 1, 1, 1, 1, 0,
                            0, 1, 1, 0, 0, 1};  // NOLINT(modernize-avoid-c-arrays)
  for (int i = 0; i < 12; ++i) EXPECT_EQ(values[i], expected[i]) << i;
}

// A schedule that uses a buffer which it gave away must fail, and not count as a shape-only run
// does.
TEST(Tensor, WhatIsMovedFromIsEmpty) {
  Meters meters;
  Tensor from(meters, {}, Dtype::fp32, 3, 4);
  Tensor to = std::move(from);
  EXPECT_TRUE(from.empty());  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(from.view().size(), 0);
  EXPECT_EQ(to.view().size(), 12);
  Tensor assigned;
  assigned = std::move(to);
  EXPECT_TRUE(to.empty());  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(assigned.rows(), 3);
  EXPECT_EQ(meters.ledger.report().categories[static_cast<std::size_t>(Category::workspace)].end,
            48);
}

TEST(View, BlocksAndShapes) {
  Meters meters;
  Tensor tensor(meters, {}, Dtype::fp32, 4, 6);
  const View view = tensor;
  const View block = view.block(1, 2, 3, 2);
  EXPECT_EQ(block.as<float>(), view.as<float>() + 9);
  EXPECT_EQ(block.stride, 6);
  EXPECT_EQ(block.size(), 4);
  EXPECT_FALSE(block.contiguous());
  EXPECT_TRUE(view.row_block(1, 2).contiguous());
  EXPECT_TRUE(view.block(1, 1, 2, 3).contiguous()) << "one row has no gaps";
  EXPECT_EQ(view.reshaped(3, 8).columns, 8);
  EXPECT_EQ(view.flat().columns, 24);
  EXPECT_THROW((void)block.flat(), Error);
  EXPECT_THROW((void)view.reshaped(5, 5), Error);
  EXPECT_THROW((void)view.block(3, 2, 0, 1), Error);
  EXPECT_THROW((void)view.as<Bf16>(), Error);
}

TEST(View, ShapeOnlyViewsHaveNoAddresses) {
  const View shape = {nullptr, Dtype::bf16, 8, 4, 4};
  EXPECT_TRUE(shape.shape_only());
  EXPECT_FALSE(shape.empty());
  EXPECT_TRUE(shape.block(2, 3, 1, 2).shape_only());
  EXPECT_EQ(shape.bytes(), 64);
  set_zero(shape);  // nothing to write to
  EXPECT_TRUE(View{}.empty());
}

}  // namespace
}  // namespace sim
