// Products against a plain Eigen product (GFLOP/s), element-wise kernels against copying as many
// bytes (GB/s, reads and writes). Threads: OMP_NUM_THREADS; Eigen's rival uses the same.
#include <Eigen/Core>
#include <cstdint>
#include <cstring>

#include <benchmark/benchmark.h>

#include "sim/kernels/dropout.hpp"
#include "sim/kernels/norm.hpp"
#include "sim/kernels/optimizer/adamw.hpp"
#include "sim/kernels/product.hpp"
#include "sim/kernels/quantise.hpp"
#include "sim/kernels/softmax.hpp"
#include "sim/kernels/sum_of_squares.hpp"
#include "sim/tensor.hpp"
#include "tests/bench/problem.hpp"

namespace {

using bench::columns;
using bench::ones;
using bench::report_bytes;
using bench::report_flops;
using bench::rows;
using sim::Dtype;
using sim::Meters;
using sim::Tensor;

void eigen_product(benchmark::State& state) {
  using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Matrix a = Matrix::Ones(state.range(0), state.range(2));
  const Matrix b = Matrix::Ones(state.range(2), state.range(1));
  Matrix out(state.range(0), state.range(1));
  for (auto _ : state) {
    out.noalias() = a * b;
    benchmark::DoNotOptimize(out.data());
  }
  report_flops(state, 2 * state.range(0) * state.range(1) * state.range(2));
}

void product(benchmark::State& state, Dtype dtype) {
  Meters meters;
  const Tensor a = ones(meters, dtype, state.range(0), state.range(2));
  const Tensor b = ones(meters, dtype, state.range(2), state.range(1));
  Tensor out(meters, {}, dtype, state.range(0), state.range(1));
  for (auto _ : state) sim::multiply(meters, out, {a}, {b});
  report_flops(state, 2 * state.range(0) * state.range(1) * state.range(2));
}

/// Activations times the transposed int8 weights of an inference.
void int8_product(benchmark::State& state) {
  Meters meters;
  const Tensor x = ones(meters, Dtype::fp32, state.range(0), state.range(2));
  Tensor codes(meters, {}, Dtype::int8, state.range(1), state.range(2));
  Tensor scales(meters, {}, Dtype::fp32, 1, state.range(1));
  sim::quantise_rows(ones(meters, Dtype::fp32, state.range(1), state.range(2)), codes, scales);
  Tensor out(meters, {}, Dtype::fp32, state.range(0), state.range(1));
  for (auto _ : state) sim::multiply(meters, out, {x}, sim::transposed(codes, scales));
  report_flops(state, 2 * state.range(0) * state.range(1) * state.range(2));
}

/// Scores of 64 heads: query [s, d] times the transposed key [s, d].
void attention_scores(benchmark::State& state, Dtype dtype) {
  Meters meters;
  const std::int64_t s = state.range(0);
  const std::int64_t d = state.range(1);
  const Tensor query = ones(meters, dtype, 64 * s, d);
  Tensor scores(meters, {}, dtype, 64 * s, s);
  const auto first = query.view().row_block(0, s);
  for (auto _ : state) {
    sim::multiply_families(meters, 4, 16, {scores.view().row_block(0, s), 16 * s * s, s * s},
                           {{first}, 16 * s * d, s * d},
                           {sim::transposed(first), 16 * s * d, s * d});
  }
  report_flops(state, 64 * 2 * s * s * d);
}

void shapes(benchmark::internal::Benchmark* bench) {
  for (const std::int64_t size : {64, 256, 1024}) bench->Args({size, size, size});
  bench->Args({1024, 4096, 1024})->Args({256, 64, 64})->UseRealTime();
}
BENCHMARK(eigen_product)->Apply(shapes);
BENCHMARK_CAPTURE(product, fp32, Dtype::fp32)->Apply(shapes);
BENCHMARK_CAPTURE(product, fp16, Dtype::fp16)->Apply(shapes);
BENCHMARK_CAPTURE(product, bf16, Dtype::bf16)->Apply(shapes);
BENCHMARK(int8_product)->Apply(shapes);
BENCHMARK_CAPTURE(attention_scores, fp32, Dtype::fp32)->Args({64, 16})->Args({256, 64});
BENCHMARK_CAPTURE(attention_scores, bf16, Dtype::bf16)->Args({64, 16})->Args({256, 64});

void copy_limit(benchmark::State& state) {
  Meters meters;
  const Tensor x = ones(meters, Dtype::fp32, rows, columns);
  Tensor y(meters, {}, Dtype::fp32, rows, columns);
  for (auto _ : state) {
    std::memcpy(y.view().data, x.view().data, static_cast<std::size_t>(x.view().bytes()));
    benchmark::ClobberMemory();
  }
  report_bytes(state, 2 * x.view().bytes());
}

void convert(benchmark::State& state, Dtype from, Dtype to) {
  Meters meters;
  const Tensor x = ones(meters, from, rows, columns);
  Tensor y(meters, {}, to, rows, columns);
  for (auto _ : state) sim::convert(x, y);
  report_bytes(state, x.view().bytes() + y.view().bytes());
}

void softmax_forward(benchmark::State& state, Dtype dtype) {
  Meters meters;
  Tensor scores = ones(meters, dtype, 64 * state.range(0), state.range(0));
  for (auto _ : state) sim::causal_softmax_forward(meters, scores, 0.5F, state.range(0));
  report_bytes(state, 2 * scores.view().bytes());
}

void norm_forward(benchmark::State& state, Dtype dtype) {
  Meters meters;
  const Tensor x = ones(meters, dtype, rows, columns);
  const Tensor gain = ones(meters, dtype, 1, columns);
  Tensor y(meters, {}, dtype, rows, columns);
  Tensor statistics(meters, {}, Dtype::fp32, rows, 2);
  for (auto _ : state) sim::layer_norm_forward(meters, x, gain, gain, 1e-5F, y, statistics);
  report_bytes(state, 2 * x.view().bytes());
}

void norm_backward(benchmark::State& state, Dtype dtype) {
  Meters meters;
  const Tensor x = ones(meters, dtype, rows, columns);
  const Tensor gain = ones(meters, dtype, 1, columns);
  Tensor dx(meters, {}, dtype, rows, columns);
  Tensor sums = ones(meters, Dtype::fp32, 1, columns);
  const Tensor statistics = ones(meters, Dtype::fp32, rows, 2);
  for (auto _ : state) {
    sim::layer_norm_backward_input(meters, x, x, gain, statistics, {}, dx);
    sim::layer_norm_backward_gain(meters, x, x, statistics, sums);
  }
  report_bytes(state, 5 * x.view().bytes());
}

void draw_mask(benchmark::State& state) {
  Meters meters;
  Tensor mask(meters, {}, Dtype::uint8, rows, columns);
  const sim::DropoutSite site = {
      0.1, sim::RandomStream(1, "x"), {.base = 3, .outer_stride = columns}};
  for (auto _ : state) sim::draw_mask(site, mask);
  report_bytes(state, mask.view().bytes());
}

void adamw(benchmark::State& state, Dtype dtype) {
  Meters meters;
  Tensor weights = ones(meters, dtype, 1, rows * columns);
  const Tensor gradient = ones(meters, dtype, 1, rows * columns);
  Tensor first = ones(meters, Dtype::fp32, 1, rows * columns);
  Tensor second = ones(meters, Dtype::fp32, 1, rows * columns);
  Tensor master;
  if (dtype != Dtype::fp32) master = ones(meters, Dtype::fp32, 1, rows * columns);
  for (auto _ : state) {
    sim::adamw_step(meters, {}, 5, 1.0, {weights, master, gradient, first, second, 0.1});
  }
  report_bytes(state, 2 * weights.view().bytes() + gradient.view().bytes() +
                          2 * (first.view().bytes() + second.view().bytes()) +
                          2 * master.view().bytes());
}

void norm_of_gradient(benchmark::State& state, Dtype dtype) {
  Meters meters;
  const Tensor x = ones(meters, dtype, 1, rows * columns);
  for (auto _ : state) benchmark::DoNotOptimize(sim::sum_of_squares(meters, x));
  report_bytes(state, x.view().bytes());
}

BENCHMARK(copy_limit);
BENCHMARK_CAPTURE(convert, fp32_bf16, Dtype::fp32, Dtype::bf16);
BENCHMARK_CAPTURE(convert, bf16_fp32, Dtype::bf16, Dtype::fp32);
BENCHMARK_CAPTURE(convert, fp32_fp16, Dtype::fp32, Dtype::fp16);
BENCHMARK_CAPTURE(convert, fp16_fp32, Dtype::fp16, Dtype::fp32);
BENCHMARK_CAPTURE(softmax_forward, fp32, Dtype::fp32)->Arg(64)->Arg(512);
BENCHMARK_CAPTURE(softmax_forward, bf16, Dtype::bf16)->Arg(64)->Arg(512);
BENCHMARK_CAPTURE(norm_forward, fp32, Dtype::fp32);
BENCHMARK_CAPTURE(norm_forward, bf16, Dtype::bf16);
BENCHMARK_CAPTURE(norm_backward, fp32, Dtype::fp32);
BENCHMARK_CAPTURE(norm_backward, bf16, Dtype::bf16);
BENCHMARK(draw_mask);
BENCHMARK_CAPTURE(adamw, fp32, Dtype::fp32);
BENCHMARK_CAPTURE(adamw, mixed_bf16, Dtype::bf16);
BENCHMARK_CAPTURE(norm_of_gradient, fp32, Dtype::fp32);
BENCHMARK_CAPTURE(norm_of_gradient, bf16, Dtype::bf16);

}  // namespace
