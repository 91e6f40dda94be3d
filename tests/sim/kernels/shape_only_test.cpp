// A kernel that is given views without data counts as if it computed, and touches nothing.
#include <cstdint>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "sim/kernels/activation.hpp"
#include "sim/kernels/bias.hpp"
#include "sim/kernels/convert.hpp"
#include "sim/kernels/cross_entropy.hpp"
#include "sim/kernels/dropout.hpp"
#include "sim/kernels/embedding.hpp"
#include "sim/kernels/heads.hpp"
#include "sim/kernels/norm.hpp"
#include "sim/kernels/optimizer/adamw.hpp"
#include "sim/kernels/optimizer/adamw_8bit.hpp"
#include "sim/kernels/optimizer/sgd.hpp"
#include "sim/kernels/product.hpp"
#include "sim/kernels/quantise.hpp"
#include "sim/kernels/rms_norm.hpp"
#include "sim/kernels/rope.hpp"
#include "sim/kernels/softmax.hpp"
#include "sim/kernels/sum_of_squares.hpp"
#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

/// The buffers of a few kernels, with or without memory.
struct Buffers {
  View x, y, square, vector, row_vector, statistics, mask, labels, codes, absmax;
};

void run_layer_kernels(Meters& meters, const Buffers& b) {
  add_bias(meters, b.x, b.vector);
  add_column_sums(meters, b.x, b.vector);
  add(meters, b.x, b.y);
  accumulate(b.x, b.y);
  convert(b.x, b.y);
  set_zero(b.y);
  activation_forward(meters, Activation::gelu_tanh, b.x, b.y);
  activation_backward(meters, Activation::gelu, b.x, b.y, b.y);
  gated_forward(meters, Activation::silu, b.x, b.x, b.y);
  gated_backward(meters, Activation::silu, b.x, b.x, b.x, b.x, b.y);
  layer_norm_forward(meters, b.x, b.vector, b.vector, 1e-5F, b.y, b.statistics);
  layer_norm_backward_input(meters, b.x, b.y, b.vector, b.statistics, b.x, b.y);
  layer_norm_backward_input(meters, b.x, b.y, b.vector, b.statistics, {}, b.y);
  layer_norm_backward_gain(meters, b.x, b.y, b.statistics, b.vector);
  const View first = b.statistics.column_block(0, 1);
  rms_norm_forward(meters, b.x, b.vector, 1e-5F, b.y, first);
  rms_norm_backward_input(meters, b.x, b.y, b.vector, first, b.x, b.y);
  rms_norm_backward_input(meters, b.x, b.y, b.vector, first, {}, b.y);
  rms_norm_backward_gain(meters, b.x, b.y, first, b.vector);
  pack_heads({b.square.column_block(2, 1), 1, 0}, b.x.column_block(0, 1));
  copy_heads(b.x.column_block(0, 1), {b.square.column_block(2, 1), 1, 0});
  rotate(meters, make_rotary_table(3, 2, 100.0), Rotation::backward, 1, 2, 1, 3, b.x);
  causal_softmax_forward(meters, b.x, 1.0F, 2);
  causal_softmax_backward(meters, b.x, 1.0F, 2, b.y);
  draw_mask({0.5, RandomStream(1, "x"), {}}, b.mask);
  apply_mask(meters, b.x, b.mask, 0.5, b.y);
  bias_dropout_add(meters, b.x, b.vector, b.mask, 0.5, b.x, b.y);
  bias_dropout_add(meters, b.x, {}, {}, 0.0, b.x, b.y);
}

void run_ends_and_optimizers(Meters& meters, const Buffers& b) {
  embedding_lookup(b.labels, b.y, 0, b.x);
  embedding_scatter_add(meters, b.labels, b.x, 0, b.y);
  add_positions(meters, b.y, 0, 2, b.x);
  add_positions_gradient(meters, b.x, 0, 2, b.y);
  row_maximum(b.x, 3, b.row_vector);
  exponentials(meters, b.x, b.labels, b.row_vector, 0, 3, b.row_vector, b.row_vector);
  (void)probabilities(meters, b.x, b.row_vector, b.row_vector);
  cross_entropy_backward(meters, b.x, b.labels, 0, 1.0F);
  (void)sum_of_squares(meters, b.x.flat());
  const View flat = b.x.flat();
  adamw_step(meters, {}, 1, 1.0, {flat, flat, b.y.flat(), flat, flat, 0.0});
  sgd_step(meters, {.momentum = 0.9}, 1.0, {flat, flat, b.y.flat(), flat, 0.0});
  sgd_step(meters, {.momentum = 0.0}, 1.0, {flat, {}, b.y.flat(), {}, 0.0});
  const DecayRun decays[] = {{5, 0.1}, {12, 0.0}};
  adamw_8bit_step(
      meters, {}, 1, 1.0,
      {flat, flat, b.y.flat(), {b.mask.flat(), b.absmax}, {b.mask.flat(), b.absmax}, decays});
}

void run_products(Meters& meters, const Buffers& b) {
  multiply(meters, b.square, {b.x}, transposed(b.y), Into::add);
  quantise_rows(b.x, b.codes, b.row_vector);
  multiply(meters, b.square, {b.x}, transposed(b.codes, b.row_vector));
  multiply_families(meters, 2, 1, {b.square.row_block(0, 2), 8}, {{b.x.row_block(0, 2)}, 6},
                    {transposed(b.y)});
}

void run_all(Meters& meters, const Buffers& b) {
  run_layer_kernels(meters, b);
  run_ends_and_optimizers(meters, b);
  run_products(meters, b);
}

TEST(ShapeOnly, CountsWhatTheRealKernelsCount) {
  Meters real;
  std::vector<Tensor> memory;
  const auto zeros = [&](Dtype dtype, std::int64_t rows, std::int64_t columns) {
    memory.emplace_back(real, Owner{}, dtype, rows, columns);
    set_zero(memory.back());
    return memory.back().view();
  };
  const Buffers buffers = {zeros(Dtype::fp32, 4, 3),  zeros(Dtype::fp32, 4, 3),
                           zeros(Dtype::fp32, 4, 4),  zeros(Dtype::fp32, 1, 3),
                           zeros(Dtype::fp32, 1, 4),  zeros(Dtype::fp32, 4, 2),
                           zeros(Dtype::uint8, 4, 3), zeros(Dtype::int64, 1, 4),
                           zeros(Dtype::int8, 4, 3),  zeros(Dtype::fp32, 1, 1)};
  run_all(real, buffers);

  const auto shape_of = [](View view) {
    view.data = nullptr;
    return view;
  };
  Meters dry;
  run_all(dry, {shape_of(buffers.x), shape_of(buffers.y), shape_of(buffers.square),
                shape_of(buffers.vector), shape_of(buffers.row_vector),
                shape_of(buffers.statistics), shape_of(buffers.mask), shape_of(buffers.labels),
                shape_of(buffers.codes), shape_of(buffers.absmax)});
  const FlopCount& counted = dry.flops.report()[0];
  EXPECT_GT(counted.elementwise, 0);
  EXPECT_EQ(counted.elementwise, real.flops.report()[0].elementwise);
  EXPECT_EQ(counted.matmul, 2 * (2 * 4 * 4 * 3) + 2 * (2 * 2 * 4 * 3));
  EXPECT_EQ(counted.matmul, real.flops.report()[0].matmul);
}

}  // namespace
}  // namespace sim
