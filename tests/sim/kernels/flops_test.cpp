// What the kernels charge, proved: each kernel's own template runs on a scalar that counts its
// operations, and the count must equal the charge.
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "sim/kernels/bias.hpp"
#include "sim/kernels/cross_entropy.hpp"
#include "sim/kernels/detail/bias.hpp"
#include "sim/kernels/detail/convert.hpp"
#include "sim/kernels/detail/cross_entropy.hpp"
#include "sim/kernels/detail/dropout.hpp"
#include "sim/kernels/detail/embedding.hpp"
#include "sim/kernels/detail/norm.hpp"
#include "sim/kernels/detail/softmax.hpp"
#include "sim/kernels/dropout.hpp"
#include "sim/kernels/embedding.hpp"
#include "sim/kernels/norm.hpp"
#include "sim/kernels/softmax.hpp"
#include "tests/sim/kernels/flop_problem.hpp"
#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using kernels::matrix;
using test::Counted;
using test::expect_same_count;
using test::for_each_problem;
using test::Problem;
using test::random_tensor;

template <class Stored>
class Flops : public testing::Test {};
TYPED_TEST_SUITE(Flops, test::StorageTypes);

TYPED_TEST(Flops, Bias) {
  for_each_problem<TypeParam>([](auto& p) {
    expect_same_count(
        "add_bias", [&](Meters& meters) { add_bias(meters, p.x, p.vector); },
        [&] { kernels::add_bias<Counted>(p.out(p.x), p.bias()); });
    expect_same_count(
        "add_column_sums", [&](Meters& meters) { add_column_sums(meters, p.x, p.sums); },
        [&] { kernels::add_column_sums<Counted>(p.in(p.x), p.sums.view().template as<float>()); });
    expect_same_count(
        "add", [&](Meters& meters) { add(meters, p.x, p.y); },
        [&] { kernels::add<Counted>(p.in(p.x), p.out(p.y)); });
  });
}

TYPED_TEST(Flops, Dropout) {
  for_each_problem<TypeParam>([](auto& p) {
    for (int given = 1; given < 8; ++given) {
      const ConstView bias = (given & 1) != 0 ? p.vector.view() : View{};
      const ConstView mask = (given & 2) != 0 ? p.mask.view() : View{};
      const ConstView residual = (given & 4) != 0 ? p.y.view() : View{};
      kernels::DropoutAdd<TypeParam> operands = {.x = p.in(p.x), .out = p.out(p.z)};
      if (!bias.empty()) operands.bias = p.bias();
      if (!mask.empty()) operands.mask = matrix<std::uint8_t>(mask);
      if (!residual.empty()) operands.residual = p.in(p.y);
      expect_same_count(
          "bias_dropout_add",
          [&](Meters& meters) { bias_dropout_add(meters, p.x, bias, mask, 0.5, residual, p.z); },
          [&] { kernels::dropout_add<Counted>(operands, Counted(2.0F)); });
    }
  });
}

TYPED_TEST(Flops, LayerNorm) {
  for_each_problem<TypeParam>([](auto& p) {
    const auto statistics = matrix<float>(p.statistics.view());
    const auto known = matrix<float>(ConstView(p.statistics));
    expect_same_count(
        "layer_norm_forward",
        [&](Meters& meters) {
          layer_norm_forward(meters, p.x, p.vector, p.vector, 1e-5F, p.y, p.statistics);
        },
        [&] {
          kernels::layer_norm_forward(p.in(p.x), p.bias(), p.bias(), Counted(1e-5F), p.out(p.y),
                                      statistics);
        });
    for (const bool has_residual : {false, true}) {
      kernels::NormBackward<TypeParam, float> operands = {p.in(p.x), p.in(p.y), p.bias(),
                                                          known,     {},        p.out(p.z)};
      if (has_residual) operands.residual = p.in(p.x);
      expect_same_count(
          "layer_norm_backward_input",
          [&](Meters& meters) {
            layer_norm_backward_input(meters, p.x, p.y, p.vector, p.statistics,
                                      has_residual ? p.x.view() : View{}, p.z);
          },
          [&] { kernels::layer_norm_backward_input<Counted>(operands); });
    }
    expect_same_count(
        "layer_norm_backward_gain",
        [&](Meters& meters) { layer_norm_backward_gain(meters, p.x, p.y, p.statistics, p.sums); },
        [&] {
          kernels::layer_norm_backward_gain<Counted>(p.in(p.x), p.in(p.y), known,
                                                     p.sums.view().template as<float>());
        });
  });
}

/// Rows of one matrix of a stack: the most that divide all rows and have a key each.
std::int64_t queries_of(std::int64_t rows, std::int64_t keys) {
  std::int64_t queries = std::min(rows, keys);
  while (rows % queries != 0) --queries;
  return queries;
}

TYPED_TEST(Flops, CausalSoftmaxCountsTheFullSquare) {
  for_each_problem<TypeParam>([](auto& p) {
    const std::int64_t queries = queries_of(p.rows, p.columns);
    expect_same_count(
        "causal_softmax_forward",
        [&](Meters& meters) { causal_softmax_forward(meters, p.x, 0.5F, queries); },
        [&] { kernels::causal_softmax_forward(p.out(p.x), Counted(0.5F), queries); });
    expect_same_count(
        "causal_softmax_backward",
        [&](Meters& meters) { causal_softmax_backward(meters, p.x, 0.5F, queries, p.y); },
        [&] { kernels::causal_softmax_backward(p.in(p.x), Counted(0.5F), queries, p.out(p.y)); });
  });
}

TEST(FlopsInFp32, CrossEntropy) {
  for_each_problem<float>([](auto& p) {
    const Tensor labels =
        test::tokens_of(p.meters, std::vector<std::int64_t>(static_cast<std::size_t>(p.rows), 0));
    Tensor maximum = random_tensor(p.meters, Dtype::fp32, 1, p.rows, 7);
    Tensor target = random_tensor(p.meters, Dtype::fp32, 1, p.rows, 8);
    Tensor sum = random_tensor(p.meters, Dtype::fp32, 1, p.rows, 9);
    const auto* const tokens = labels.view().template as<std::int64_t>();
    const auto floats = [](Tensor& tensor) { return tensor.view().template as<float>(); };
    for (const std::int64_t real_columns : {p.columns, p.columns - 1}) {
      expect_same_count(
          "exponentials",
          [&](Meters& meters) {
            exponentials(meters, p.x, labels, maximum, 0, real_columns, target, sum);
          },
          [&] {
            kernels::exponentials<Counted>(p.out(p.x), tokens, floats(maximum), {0, real_columns},
                                           floats(target), floats(sum));
          });
    }
    expect_same_count(
        "probabilities", [&](Meters& meters) { probabilities(meters, p.x, target, sum); },
        [&] { kernels::probabilities<Counted>(p.out(p.x), floats(target), floats(sum)); });
    expect_same_count(
        "cross_entropy_backward",
        [&](Meters& meters) { cross_entropy_backward(meters, p.x, labels, 0, 0.5F); },
        [&] { kernels::cross_entropy_backward(p.out(p.x), tokens, 0, Counted(0.5F)); });
  });
}

TYPED_TEST(Flops, Embedding) {
  for_each_problem<TypeParam>([](auto& p) {
    const auto count = static_cast<std::size_t>(p.rows);
    std::vector<std::int64_t> in_range(count);
    for (std::size_t i = 0; i < count; ++i) in_range[i] = static_cast<std::int64_t>(i * i % count);
    const Tensor tokens = test::tokens_of(p.meters, in_range);
    expect_same_count(
        "embedding_scatter_add",
        [&](Meters& meters) { embedding_scatter_add(meters, tokens, p.x, 0, p.y); },
        [&] {
          kernels::embedding_scatter_add<Counted>(tokens.view().template as<std::int64_t>(),
                                                  p.in(p.x), 0, p.out(p.y));
        });
    expect_same_count(
        "add_positions", [&](Meters& meters) { add_positions(meters, p.y, 0, p.rows, p.x); },
        [&] { kernels::add_positions<Counted>(p.in(p.y), p.rows, p.out(p.x)); });
    expect_same_count(
        "add_positions_gradient",
        [&](Meters& meters) {
          add_positions_gradient(meters, p.x, 0, p.rows, p.y.view().row_block(0, 1));
        },
        [&] {
          kernels::add_positions_gradient<Counted>(p.in(p.x), p.rows,
                                                   matrix<TypeParam>(p.y.view().row_block(0, 1)));
        });
  });
}

}  // namespace
}  // namespace sim
