// The kernels that a block description chooses among (GB/s, reads and writes); their limit is
// copy_limit of kernels_bench.cpp.
#include <cstdint>

#include <benchmark/benchmark.h>

#include "sim/kernels/activation.hpp"
#include "sim/kernels/heads.hpp"
#include "sim/kernels/rms_norm.hpp"
#include "sim/kernels/rope.hpp"
#include "sim/tensor.hpp"
#include "tests/bench/problem.hpp"

namespace {

using bench::columns;
using bench::ones;
using bench::report_bytes;
using bench::rows;
using sim::Activation;
using sim::Dtype;
using sim::Meters;
using sim::Tensor;

void activation_forward(benchmark::State& state, Activation activation, Dtype dtype) {
  Meters meters;
  const Tensor u = ones(meters, dtype, rows, columns);
  Tensor y(meters, {}, dtype, rows, columns);
  for (auto _ : state) sim::activation_forward(meters, activation, u, y);
  report_bytes(state, 2 * u.view().bytes());
}

void activation_backward(benchmark::State& state, Activation activation, Dtype dtype) {
  Meters meters;
  const Tensor u = ones(meters, dtype, rows, columns);
  Tensor dy = ones(meters, dtype, rows, columns);
  for (auto _ : state) sim::activation_backward(meters, activation, dy, u, dy);
  report_bytes(state, 3 * u.view().bytes());
}

void gated_forward(benchmark::State& state, Dtype dtype) {
  Meters meters;
  const Tensor gate = ones(meters, dtype, rows, columns);
  Tensor y(meters, {}, dtype, rows, columns);
  for (auto _ : state) sim::gated_forward(meters, Activation::silu, gate, gate, y);
  report_bytes(state, 3 * gate.view().bytes());
}

void gated_backward(benchmark::State& state, Dtype dtype) {
  Meters meters;
  const Tensor gate = ones(meters, dtype, rows, columns);
  Tensor dgate(meters, {}, dtype, rows, columns);
  Tensor dup(meters, {}, dtype, rows, columns);
  for (auto _ : state) {
    sim::gated_backward(meters, Activation::silu, gate, gate, gate, dgate, dup);
  }
  report_bytes(state, 5 * gate.view().bytes());
}

void rms_norm_forward(benchmark::State& state, Dtype dtype) {
  Meters meters;
  const Tensor x = ones(meters, dtype, rows, columns);
  const Tensor gain = ones(meters, dtype, 1, columns);
  Tensor y(meters, {}, dtype, rows, columns);
  Tensor statistics(meters, {}, Dtype::fp32, rows, 1);
  for (auto _ : state) sim::rms_norm_forward(meters, x, gain, 1e-5F, y, statistics);
  report_bytes(state, 2 * x.view().bytes());
}

void rms_norm_backward(benchmark::State& state, Dtype dtype) {
  Meters meters;
  const Tensor x = ones(meters, dtype, rows, columns);
  const Tensor gain = ones(meters, dtype, 1, columns);
  Tensor dx(meters, {}, dtype, rows, columns);
  Tensor sums = ones(meters, Dtype::fp32, 1, columns);
  const Tensor statistics = ones(meters, Dtype::fp32, rows, 1);
  for (auto _ : state) {
    sim::rms_norm_backward_input(meters, x, x, gain, statistics, {}, dx);
    sim::rms_norm_backward_gain(meters, x, x, statistics, sums);
  }
  report_bytes(state, 5 * x.view().bytes());
}

/// Heads of 64, turned whole.
void rotate(benchmark::State& state, Dtype dtype) {
  Meters meters;
  const sim::RotaryTable table = sim::make_rotary_table(rows, 64, 10000.0);
  Tensor x = ones(meters, dtype, rows, columns);
  for (auto _ : state) {
    sim::rotate(meters, table, sim::Rotation::forward, 0, 1, columns / 64, 64, x);
  }
  report_bytes(state, 2 * x.view().bytes());
}

/// The keys of heads of 64 in the order query, key, value.
void pack_heads(benchmark::State& state) {
  Meters meters;
  Tensor fused = ones(meters, Dtype::fp32, rows, 3 * columns);
  Tensor packed(meters, {}, Dtype::fp32, rows * (columns / 64), 64);
  for (auto _ : state) {
    sim::pack_heads({fused.view().column_block(64, 64), columns / 64, 3 * 64}, packed);
  }
  report_bytes(state, 2 * packed.view().bytes());
}

BENCHMARK_CAPTURE(activation_forward, gelu_tanh_fp32, Activation::gelu_tanh, Dtype::fp32);
BENCHMARK_CAPTURE(activation_forward, gelu_tanh_bf16, Activation::gelu_tanh, Dtype::bf16);
BENCHMARK_CAPTURE(activation_forward, gelu_tanh_fp16, Activation::gelu_tanh, Dtype::fp16);
BENCHMARK_CAPTURE(activation_forward, gelu_fp32, Activation::gelu, Dtype::fp32);
BENCHMARK_CAPTURE(activation_forward, silu_fp32, Activation::silu, Dtype::fp32);
BENCHMARK_CAPTURE(activation_backward, gelu_tanh_fp32, Activation::gelu_tanh, Dtype::fp32);
BENCHMARK_CAPTURE(activation_backward, gelu_fp32, Activation::gelu, Dtype::fp32);
BENCHMARK_CAPTURE(activation_backward, silu_fp32, Activation::silu, Dtype::fp32);
BENCHMARK_CAPTURE(gated_forward, fp32, Dtype::fp32);
BENCHMARK_CAPTURE(gated_forward, bf16, Dtype::bf16);
BENCHMARK_CAPTURE(gated_backward, fp32, Dtype::fp32);
BENCHMARK_CAPTURE(gated_backward, bf16, Dtype::bf16);
BENCHMARK_CAPTURE(rms_norm_forward, fp32, Dtype::fp32);
BENCHMARK_CAPTURE(rms_norm_forward, bf16, Dtype::bf16);
BENCHMARK_CAPTURE(rms_norm_backward, fp32, Dtype::fp32);
BENCHMARK_CAPTURE(rms_norm_backward, bf16, Dtype::bf16);
BENCHMARK_CAPTURE(rotate, fp32, Dtype::fp32);
BENCHMARK_CAPTURE(rotate, bf16, Dtype::bf16);
BENCHMARK(pack_heads);

}  // namespace
