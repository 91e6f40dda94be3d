#pragma once

#include <cstdint>
#include <type_traits>

#include "sim/kernels/detail/loops.hpp"
#include "sim/kernels/detail/storage.hpp"

namespace sim::kernels {

/// The operands of out = residual + mask * scale * (x + bias); bias, mask and residual may be
/// empty.
template <class Stored>
struct DropoutAdd {
  Matrix<const Stored> x;
  const Stored* bias = nullptr;
  Matrix<const std::uint8_t> mask{};
  Matrix<const Stored> residual{};
  Matrix<Stored> out{};
};

/// Calls body with std::true_type or std::false_type, so that a loop is compiled without the test.
template <class Body>
void with_constant(bool condition, const Body& body) {
  if (condition) {
    body(std::true_type{});
  } else {
    body(std::false_type{});
  }
}

/// FLOPs an element: one for the bias, two for the mask, one for the residual, where given.
template <class Real, class Stored, bool has_bias, bool has_mask, bool has_residual>
void dropout_add_piece(const DropoutAdd<Stored>& operands, Real scale, std::int64_t row,
                       std::int64_t first, std::int64_t count) {
  const Stored* const x = operands.x.row(row) + first;
  const Stored* const bias = has_bias ? operands.bias + first : nullptr;
  const std::uint8_t* const mask = has_mask ? operands.mask.row(row) + first : nullptr;
  const Stored* const residual = has_residual ? operands.residual.row(row) + first : nullptr;
  Stored* const out = operands.out.row(row) + first;
  for_each_element(count, [=](std::int64_t i) {
    Real value = load<Real>(x[i]);
    if constexpr (has_bias) value = value + load<Real>(bias[i]);
    if constexpr (has_mask) value = value * load<Real>(mask[i]) * scale;
    if constexpr (has_residual) value = load<Real>(residual[i]) + value;
    out[i] = store<Stored>(value);
  });
}

template <class Real, class Stored>
void dropout_add(const DropoutAdd<Stored>& operands, Real scale) {
  const bool has_bias = operands.bias != nullptr;
  with_constant(has_bias, [&](auto bias) {
    with_constant(!operands.mask.empty(), [&](auto mask) {
      with_constant(!operands.residual.empty(), [&](auto residual) {
        const auto piece = [&](std::int64_t row, std::int64_t first, std::int64_t count) {
          dropout_add_piece<Real, Stored, bias(), mask(), residual()>(operands, scale, row, first,
                                                                      count);
        };
        for_each_piece(operands.x.rows, operands.x.columns, piece);
      });
    });
  });
}

}  // namespace sim::kernels
