#pragma once

#include <algorithm>
#include <cstdint>

#include <benchmark/benchmark.h>

#include "sim/kernels/convert.hpp"
#include "sim/tensor.hpp"

/// What the benchmarks share.
namespace bench {

using sim::Dtype;
using sim::Meters;
using sim::Tensor;

inline Tensor ones(Meters& meters, Dtype dtype, std::int64_t rows, std::int64_t columns) {
  Tensor exact(meters, {}, Dtype::fp32, rows, columns);
  std::fill_n(exact.view().as<float>(), rows * columns, 1.0F);
  Tensor tensor(meters, {}, dtype, rows, columns);
  sim::convert(exact, tensor);
  return tensor;
}

inline void report_flops(benchmark::State& state, std::int64_t flops) {
  state.counters["FLOP/s"] =
      benchmark::Counter(static_cast<double>(flops), benchmark::Counter::kIsIterationInvariantRate,
                         benchmark::Counter::kIs1000);
}

inline void report_bytes(benchmark::State& state, std::int64_t bytes) {
  state.SetBytesProcessed(state.iterations() * bytes);
}

/// Of the element-wise kernels.
inline constexpr std::int64_t rows = 1024;
inline constexpr std::int64_t columns = 1024;

}  // namespace bench
