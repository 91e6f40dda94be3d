#pragma once

#include <cstdint>
#include <type_traits>

#include "sim/half.hpp"
#include "sim/view.hpp"

/// From stored elements to the scalar a kernel computes in, and back with one rounding.
namespace sim::kernels {

template <class Stored>
inline constexpr bool is_half = std::is_same_v<Stored, Fp16> || std::is_same_v<Stored, Bf16>;

template <class Real, class Stored>
Real load(const Stored& stored) {
  if constexpr (is_half<Stored>) {
    return static_cast<Real>(static_cast<float>(stored));
  } else {
    return static_cast<Real>(stored);
  }
}

template <class Stored, class Real>
Stored store(const Real& value) {
  if constexpr (is_half<Stored>) {
    return Stored(static_cast<float>(value));
  } else {
    return static_cast<Stored>(value);
  }
}

/// A view whose element type is known; `Stored` is const for operands.
template <class Stored>
struct Matrix {
  Stored* data = nullptr;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t stride = 0;
  [[nodiscard]] Stored* row(std::int64_t index) const { return data + index * stride; }
  [[nodiscard]] bool empty() const { return rows * columns == 0; }
};

template <class Stored>
Matrix<Stored> matrix(View view) {
  return {view.as<Stored>(), view.rows, view.columns, view.stride};
}
template <class Stored>
Matrix<const Stored> matrix(ConstView view) {
  return {view.as<Stored>(), view.rows, view.columns, view.stride};
}

/// Whether `view` is a matrix of this shape.
template <class Byte>
bool has_shape(const BasicView<Byte>& view, std::int64_t rows, std::int64_t columns) {
  return view.rows == rows && view.columns == columns;
}
template <class Byte, class OtherByte>
bool same_shape(const BasicView<Byte>& view, const BasicView<OtherByte>& other) {
  return has_shape(view, other.rows, other.columns);
}

/// Turns matrices that all lie without gaps into rows, so that short rows cost nothing.
template <class... Views>
void flatten_if_contiguous(Views&... views) {
  if ((views.contiguous() && ...)) ((views = views.flat()), ...);
}

}  // namespace sim::kernels
