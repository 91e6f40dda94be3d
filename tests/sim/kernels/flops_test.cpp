// What the kernels charge, proved: each kernel's own template runs on a scalar that counts its
// operations, and the count must equal the charge.
#include <array>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/kernels/bias.hpp"
#include "sim/kernels/cross_entropy.hpp"
#include "sim/kernels/detail/bias.hpp"
#include "sim/kernels/detail/cross_entropy.hpp"
#include "sim/kernels/detail/dropout.hpp"
#include "sim/kernels/detail/embedding.hpp"
#include "sim/kernels/detail/gelu.hpp"
#include "sim/kernels/detail/norm.hpp"
#include "sim/kernels/detail/optimizer.hpp"
#include "sim/kernels/detail/softmax.hpp"
#include "sim/kernels/dropout.hpp"
#include "sim/kernels/embedding.hpp"
#include "sim/kernels/gelu.hpp"
#include "sim/kernels/norm.hpp"
#include "sim/kernels/product.hpp"
#include "sim/kernels/softmax.hpp"
#include "tests/sim/kernels/counted.hpp"
#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using kernels::matrix;
using test::Counted;
using test::random_tensor;

using Charge = std::function<void(Meters&)>;
using Execute = std::function<void()>;

void expect_same_count(const char* kernel, const Charge& charge, const Execute& execute) {
  Meters meters;
  charge(meters);
  Counted::restart();
  execute();
  EXPECT_GT(Counted::operations(), 0) << kernel;
  EXPECT_EQ(test::elementwise(meters), Counted::operations()) << kernel;
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
  Tensor mask = test::mask_of(meters, rows, columns,
                              std::vector<std::uint8_t>(static_cast<std::size_t>(rows* columns)));

  [[nodiscard]] kernels::Matrix<const Stored> in(const Tensor& tensor) const {
    return matrix<Stored>(tensor.view());
  }
  [[nodiscard]] kernels::Matrix<Stored> out(Tensor& tensor) const {
    return matrix<Stored>(tensor.view());
  }
  [[nodiscard]] const Stored* bias() const { return vector.view().as<Stored>(); }
};

// Sizes below, at and above the lanes of a sum, past the runs and tiles of column sums.
const std::vector<std::pair<std::int64_t, std::int64_t>>& sizes() {
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

template <class Stored>
class Flops : public testing::Test {};
using StorageTypes = testing::Types<float, Fp16, Bf16>;
TYPED_TEST_SUITE(Flops, StorageTypes);

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

TYPED_TEST(Flops, Gelu) {
  for_each_problem<TypeParam>([](auto& p) {
    expect_same_count(
        "gelu_tanh_forward", [&](Meters& meters) { gelu_tanh_forward(meters, p.x, p.y); },
        [&] { kernels::gelu_tanh_forward<Counted>(p.in(p.x), p.out(p.y)); });
    expect_same_count(
        "gelu_tanh_backward", [&](Meters& meters) { gelu_tanh_backward(meters, p.x, p.y, p.z); },
        [&] { kernels::gelu_tanh_backward<Counted>(p.in(p.x), p.in(p.y), p.out(p.z)); });
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
      kernels::LayerNormBackward<TypeParam, float> operands = {p.in(p.x), p.in(p.y), p.bias(),
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

TYPED_TEST(Flops, CausalSoftmaxCountsTheFullSquare) {
  for_each_problem<TypeParam>([](auto& p) {
    expect_same_count(
        "causal_softmax_forward",
        [&](Meters& meters) { causal_softmax_forward(meters, p.x, 0.5F, p.rows); },
        [&] { kernels::causal_softmax_forward(p.out(p.x), Counted(0.5F), p.rows); });
    expect_same_count(
        "causal_softmax_backward",
        [&](Meters& meters) { causal_softmax_backward(meters, p.x, 0.5F, p.rows, p.y); },
        [&] { kernels::causal_softmax_backward(p.in(p.x), Counted(0.5F), p.rows, p.out(p.y)); });
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

// 11,000 elements are three runs of a sum of squares.
TYPED_TEST(Flops, Optimizer) {
  for (const std::int64_t size : {std::int64_t{1}, std::int64_t{31}, std::int64_t{11000}}) {
    Problem<TypeParam> p{.rows = 1, .columns = size};
    Tensor moments = random_tensor(p.meters, Dtype::fp32, 2, size, 8);
    const View first = moments.view().row_block(0, 1);
    const View second = moments.view().row_block(1, 1);
    const AdamW adamw;
    expect_same_count(
        "adamw_step",
        [&](Meters& meters) {
          adamw_step(meters, adamw, 3, 0.5, {p.x, p.sums, p.y, first, second, 0.1});
        },
        [&] {
          kernels::adamw_update<Counted>(
              kernels::adamw_scalars(adamw, 3, 0.5, 0.1),
              kernels::AdamWOperands<TypeParam, TypeParam, float>{
                  p.x.view().template as<TypeParam>(), p.y.view().template as<TypeParam>(),
                  first.as<float>(), second.as<float>(), size});
        });
    expect_same_count(
        "sum_of_squares", [&](Meters& meters) { sum_of_squares(meters, p.x); },
        [&] { kernels::sum_of_squares<Counted>(p.x.view().template as<TypeParam>(), size); });
  }
}

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
