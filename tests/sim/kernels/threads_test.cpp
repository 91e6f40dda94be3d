// Results do not depend on the number of threads: every kernel, on sizes that several threads
// share, gives the same bits on one thread and on four.
#include <cstdint>
#include <functional>
#include <vector>

#include <gtest/gtest.h>
#include <omp.h>

#include "sim/kernels/activation.hpp"
#include "sim/kernels/bias.hpp"
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

using test::random_tensor;
using test::values_of;
using Values = std::vector<float>;

/// Sets the number of threads until the end of the scope.
class Threads {
 public:
  explicit Threads(int count) : before_(omp_get_max_threads()) { omp_set_num_threads(count); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() { omp_set_num_threads(before_); }

 private:
  int before_;
};

/// `compute` makes its own buffers from seeds and returns all it computed.
void expect_same_on_any_number_of_threads(const std::function<Values(Meters&)>& compute) {
  Meters meters;
  const auto on = [&](int count) {
    const Threads threads(count);
    return compute(meters);
  };
  const Values alone = on(1);
  EXPECT_EQ(on(4), alone);
  EXPECT_EQ(on(3), alone);
}

constexpr std::int64_t rows = 150;
constexpr std::int64_t columns = 700;

TEST(Threads, Products) {
  for (const Dtype dtype : {Dtype::fp32, Dtype::bf16}) {
    expect_same_on_any_number_of_threads([=](Meters& meters) {
      const Tensor a = random_tensor(meters, dtype, 300, 280, 1);
      const Tensor b = random_tensor(meters, dtype, 280, 530, 2);
      Tensor out = random_tensor(meters, dtype, 300, 530, 3);
      multiply(meters, out, {a}, {b}, Into::add);
      return values_of(out);
    });
    expect_same_on_any_number_of_threads([=](Meters& meters) {
      const Tensor a = random_tensor(meters, dtype, 12 * 65, 33, 1);
      Tensor out(meters, {}, dtype, 12 * 65, 65);
      const View first = out.view().row_block(0, 65);
      const ConstView left = a.view().row_block(0, 65);
      multiply_families(meters, 3, 4, {first, 4 * 65 * 65, 65 * 65}, {{left}, 4 * 65 * 33, 65 * 33},
                        {transposed(left), 4 * 65 * 33, 65 * 33});
      return values_of(out);
    });
  }
}

TEST(Threads, QuantisedProducts) {
  expect_same_on_any_number_of_threads([](Meters& meters) {
    const Tensor x = random_tensor(meters, Dtype::fp32, 300, 280, 1);
    const Tensor w = random_tensor(meters, Dtype::fp32, 530, 280, 2);
    Tensor codes(meters, {}, Dtype::int8, 530, 280);
    Tensor scales(meters, {}, Dtype::fp32, 1, 530);
    quantise_rows(w, codes, scales);
    Tensor out(meters, {}, Dtype::fp32, 300, 530);
    multiply(meters, out, {x}, transposed(codes, scales));
    return values_of(out);
  });
}

TEST(Threads, Norms) {
  expect_same_on_any_number_of_threads([](Meters& meters) {
    const Tensor x = random_tensor(meters, Dtype::bf16, rows, columns, 1);
    const Tensor gain = random_tensor(meters, Dtype::bf16, 1, columns, 2);
    Tensor y(meters, {}, Dtype::bf16, rows, columns);
    Tensor statistics(meters, {}, Dtype::fp32, rows, 2);
    layer_norm_forward(meters, x, gain, gain, 1e-5F, y, statistics);
    Values all = values_of(y);
    layer_norm_backward_input(meters, x, x, gain, statistics, x, y);
    Tensor gradient = random_tensor(meters, Dtype::fp32, 1, columns, 3);
    layer_norm_backward_gain(meters, x, x, statistics, gradient);
    for (const Values& more : {values_of(y), values_of(gradient)}) {
      all.insert(all.end(), more.begin(), more.end());
    }
    return all;
  });
}

TEST(Threads, RmsNormRotationAndHeads) {
  expect_same_on_any_number_of_threads([](Meters& meters) {
    const Tensor x = random_tensor(meters, Dtype::bf16, rows, columns, 1);
    const Tensor gain = random_tensor(meters, Dtype::bf16, 1, columns, 2);
    Tensor y(meters, {}, Dtype::bf16, rows, columns);
    Tensor statistics(meters, {}, Dtype::fp32, rows, 1);
    rms_norm_forward(meters, x, gain, 1e-5F, y, statistics);
    rotate(meters, make_rotary_table(80, 80, 10000.0), Rotation::forward, 5, 2, 7, 100, y);
    Values all = values_of(y);
    rms_norm_backward_input(meters, x, x, gain, statistics, x, y);
    Tensor gradient = random_tensor(meters, Dtype::fp32, 1, columns, 3);
    rms_norm_backward_gain(meters, x, x, statistics, gradient);
    Tensor packed(meters, {}, Dtype::bf16, 7 * rows, 100);
    pack_heads({y.view().column_block(0, 100), 7, 100}, packed);
    for (const Values& more : {values_of(packed), values_of(gradient)}) {
      all.insert(all.end(), more.begin(), more.end());
    }
    return all;
  });
}

TEST(Threads, Activations) {
  for (const Activation activation : {Activation::gelu_tanh, Activation::gelu, Activation::silu}) {
    expect_same_on_any_number_of_threads([=](Meters& meters) {
      const Tensor x = random_tensor(meters, Dtype::bf16, rows, columns, 1);
      Tensor y = random_tensor(meters, Dtype::bf16, 3 * rows, columns, 2);
      const View first = y.view().row_block(0, rows);
      const View second = y.view().row_block(rows, rows);
      const View third = y.view().row_block(2 * rows, rows);
      activation_forward(meters, activation, x, first);
      activation_backward(meters, activation, x, first, second);
      gated_forward(meters, activation, x, first, third);
      gated_backward(meters, activation, x, second, third, first, second);
      return values_of(y);
    });
  }
}

TEST(Threads, Softmax) {
  expect_same_on_any_number_of_threads([](Meters& meters) {
    Tensor scores = random_tensor(meters, Dtype::fp32, 3 * 200, 200, 1);
    causal_softmax_forward(meters, scores, 0.5F, 200);
    Tensor gradient = random_tensor(meters, Dtype::fp32, 3 * 200, 200, 2);
    causal_softmax_backward(meters, scores, 0.5F, 200, gradient);
    Values all = values_of(scores);
    const Values more = values_of(gradient);
    all.insert(all.end(), more.begin(), more.end());
    return all;
  });
}

TEST(Threads, CrossEntropy) {
  expect_same_on_any_number_of_threads([](Meters& meters) {
    Tensor logits = random_tensor(meters, Dtype::fp32, rows, columns, 1);
    const Tensor labels = test::tokens_of(meters, std::vector<std::int64_t>(rows, 5));
    Tensor vectors(meters, {}, Dtype::fp32, 3, rows);
    const View maximum = vectors.view().row_block(0, 1);
    const View target = vectors.view().row_block(1, 1);
    const View sum = vectors.view().row_block(2, 1);
    row_maximum(logits, columns, maximum);
    exponentials(meters, logits, labels, maximum, 0, columns, target, sum);
    const double loss = probabilities(meters, logits, target, sum);
    cross_entropy_backward(meters, logits, labels, 0, 0.1F);
    Values all = values_of(logits);
    all.push_back(static_cast<float>(loss));
    return all;
  });
}

TEST(Threads, SumsOverRows) {
  expect_same_on_any_number_of_threads([](Meters& meters) {
    Tensor x = random_tensor(meters, Dtype::bf16, rows, columns, 1);
    Tensor table = random_tensor(meters, Dtype::bf16, 64, columns, 2);
    std::vector<std::int64_t> tokens;
    for (std::int64_t i = 0; i < rows; ++i) tokens.push_back(i * i % 64);
    embedding_scatter_add(meters, test::tokens_of(meters, tokens), x, 0, table);
    add_positions_gradient(meters, x, 3, 5, table);
    add_positions(meters, table, 7, 5, x);
    Tensor sums = random_tensor(meters, Dtype::fp16, 1, columns, 3);
    add_column_sums(meters, x, sums);
    Values all = values_of(table);
    const Values more = values_of(sums);
    all.insert(all.end(), more.begin(), more.end());
    return all;
  });
}

TEST(Threads, DropoutAndOptimizer) {
  expect_same_on_any_number_of_threads([](Meters& meters) {
    constexpr std::int64_t size = 600'001;
    Tensor x = random_tensor(meters, Dtype::fp32, 1, size, 1);
    Tensor mask(meters, {}, Dtype::uint8, 1, size);
    draw_mask({0.3, RandomStream(4, "x"), {.base = 13}}, mask);
    apply_mask(meters, x, mask, 0.3, x);
    const double norm = sum_of_squares(meters, x);
    Tensor moments = random_tensor(meters, Dtype::fp32, 2, size, 2);
    set_zero(moments);
    Tensor weights = random_tensor(meters, Dtype::bf16, 1, size, 3);
    adamw_step(meters, {}, 1, 0.5,
               {weights, {}, x, moments.view().row_block(0, 1), moments.view().row_block(1, 1)});
    Values all = values_of(weights);
    all.push_back(static_cast<float>(norm));
    return all;
  });
}

TEST(Threads, OtherOptimizers) {
  expect_same_on_any_number_of_threads([](Meters& meters) {
    constexpr std::int64_t size = 300'001;
    const Tensor gradient = random_tensor(meters, Dtype::fp16, 1, size, 1);
    Tensor weights = random_tensor(meters, Dtype::bf16, 1, size, 2);
    Tensor momentum = random_tensor(meters, Dtype::fp32, 1, size, 3);
    sgd_step(meters, {.learning_rate = 0.1}, 0.5, {weights, {}, gradient, momentum, 0.1});
    Tensor codes(meters, {}, Dtype::uint8, 2, size);
    Tensor absmax(meters, {}, Dtype::fp32, 2, quantised_blocks(size));
    set_zero(codes);
    set_zero(absmax);
    const auto moment = [&](std::int64_t i) {
      return QuantisedMoment{codes.view().row_block(i, 1), absmax.view().row_block(i, 1)};
    };
    const DecayRun decays[] = {{70'000, 0.1}, {size, 0.0}};
    for (std::int64_t step = 1; step <= 2; ++step) {
      adamw_8bit_step(meters, {}, step, 0.5, {weights, {}, gradient, moment(0), moment(1), decays});
    }
    Values all = values_of(weights);
    const auto* const code = codes.view().as<std::uint8_t>();
    all.insert(all.end(), code, code + 2 * size);
    return all;
  });
}

}  // namespace
}  // namespace sim
