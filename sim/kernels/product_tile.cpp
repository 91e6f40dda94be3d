#include "sim/kernels/product_tile.hpp"

#define EIGEN_DONT_PARALLELIZE  // threads are the caller's, over whole tiles
#include <Eigen/Core>
#include <algorithm>
#include <array>

#include "sim/kernels/detail/storage.hpp"
#include "sim/tensor.hpp"

namespace sim::kernels {
namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Stride = Eigen::OuterStride<Eigen::Dynamic>;
using Map = Eigen::Map<RowMajor, Eigen::Unaligned, Stride>;
using ConstMap = Eigen::Map<const RowMajor, Eigen::Unaligned, Stride>;

template <class Left, class Right>
void multiply_maps(Map out, const Left& left, const Right& right, Into into) {
  if (into == Into::add) {
    out.noalias() += left * right;
  } else {
    out.noalias() = left * right;
  }
}

ConstMap map_of(ConstView view) {
  return {view.as<float>(), view.rows, view.columns, Stride(view.stride)};
}

/// All in fp32.
void multiply_fp32(View out, Operand left, Operand right, Into into) {
  const Map to(out.as<float>(), out.rows, out.columns, Stride(out.stride));
  const ConstMap a = map_of(left.view);
  const ConstMap b = map_of(right.view);
  if (left.transposed && right.transposed)
    return multiply_maps(to, a.transpose(), b.transpose(), into);
  if (left.transposed) return multiply_maps(to, a.transpose(), b, into);
  if (right.transposed) return multiply_maps(to, a, b.transpose(), into);
  multiply_maps(to, a, b, into);
}

/// Operands of 16 and 8 bits are converted block by block into these, the sum of a 16-bit output is
/// kept in fp32 until its only rounding. Their size is fixed: like the panels inside the matrix
/// library they belong to no buffer of the model.
constexpr std::int64_t panel_depth = 256;
struct Panels {
  alignas(64) std::array<float, tile_rows * panel_depth> left;
  alignas(64) std::array<float, panel_depth * tile_columns> right;
  alignas(64) std::array<float, tile_rows * tile_columns> sum;
};
thread_local Panels panels;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

View panel_view(float* panel, std::int64_t rows, std::int64_t columns) {
  return {reinterpret_cast<std::byte*>(panel), Dtype::fp32, rows, columns, columns};
}

/// to[i][j] = convert(from[i][j]), or combine(to, from) with `add`.
template <class From, class To, class Combine>
void combine_rows(Matrix<const From> from, Matrix<To> to, const Combine& combine) {
  for (std::int64_t row = 0; row < from.rows; ++row) {
    const From* const in = from.row(row);
    To* const out = to.row(row);
#pragma omp simd
    for (std::int64_t i = 0; i < from.columns; ++i) out[i] = combine(out[i], in[i]);
  }
}

/// to[i][j] = codes[i][j] * scales[i].
void decode_rows(Matrix<const std::int8_t> codes, const float* scales, Matrix<float> to) {
  for (std::int64_t row = 0; row < codes.rows; ++row) {
    const std::int8_t* const in = codes.row(row);
    float* const out = to.row(row);
    const float scale = scales[row];
#pragma omp simd
    for (std::int64_t i = 0; i < codes.columns; ++i) out[i] = load<float>(in[i]) * scale;
  }
}

/// The block as an fp32 operand: itself, or its copy in `panel`.
Operand in_fp32(const Operand& block, float* panel) {
  if (block.view.dtype == Dtype::fp32) return block;
  const View copy = panel_view(panel, block.view.rows, block.view.columns);
  if (block.view.dtype == Dtype::int8) {
    decode_rows(matrix<std::int8_t>(block.view), block.scales.as<float>(), matrix<float>(copy));
    return {copy, block.transposed};
  }
  visit_floating(block.view.dtype, [&]<class Stored>(Stored) {
    combine_rows(matrix<Stored>(block.view), matrix<float>(copy),
                 [](float, Stored stored) { return load<float>(stored); });
  });
  return {copy, block.transposed};
}

/// The fp32 sums, rounded once into a 16-bit output.
void round_into(ConstView sums, View out, Into into) {
  visit_floating(out.dtype, [&]<class Stored>(Stored) {
    const Matrix<const float> from = matrix<float>(sums);
    const Matrix<Stored> to = matrix<Stored>(out);
    if (into == Into::add) {
      combine_rows(from, to, [](Stored old, float sum) { return Stored(load<float>(old) + sum); });
    } else {
      combine_rows(from, to, [](Stored, float sum) { return Stored(sum); });
    }
  });
}

/// Through the panels, one block of the depth after another.
void multiply_by_panels(View out, Operand left, Operand right, Into into) {
  const bool is_rounded = out.dtype != Dtype::fp32;
  const View sums = is_rounded ? panel_view(panels.sum.data(), out.rows, out.columns) : out;
  for (std::int64_t first = 0; first < left.columns(); first += panel_depth) {
    const std::int64_t depth = std::min(panel_depth, left.columns() - first);
    const bool is_fresh = first == 0 && (is_rounded || into == Into::overwrite);
    multiply_fp32(sums, in_fp32(columns_of(left, first, depth), panels.left.data()),
                  in_fp32(rows_of(right, first, depth), panels.right.data()),
                  is_fresh ? Into::overwrite : Into::add);
  }
  if (is_rounded) round_into(sums, out, into);
}

}  // namespace

void multiply_tile(View out, Operand left, Operand right, Into into) {
  if (left.columns() == 0) {
    if (into == Into::overwrite) set_zero(out);
    return;
  }
  const auto is_fp32 = [](Dtype dtype) { return dtype == Dtype::fp32; };
  if (is_fp32(out.dtype) && is_fp32(left.view.dtype) && is_fp32(right.view.dtype)) {
    multiply_fp32(out, left, right, into);
  } else {
    multiply_by_panels(out, left, right, into);
  }
}

}  // namespace sim::kernels
