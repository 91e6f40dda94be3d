#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "sim/meters.hpp"
#include "sim/view.hpp"

namespace sim {

/// Owns a contiguous rows x columns matrix and the charge for its bytes: freeing one frees the
/// other. Move-only; a copy would be memory, so it is written as one. Contents start undefined.
class Tensor {
 public:
  Tensor() = default;
  /// Charges rows * columns * bytes_of(dtype) to `owner`; throws std::bad_alloc, and Overflow where
  /// that passes 2^63 - 1. Where the meters are shape-only there is no memory, and views have no
  /// data.
  Tensor(Meters& meters, Owner owner, Dtype dtype, std::int64_t rows, std::int64_t columns);

  [[nodiscard]] View view() { return {memory_.get(), dtype_, rows_, columns_, columns_}; }
  [[nodiscard]] ConstView view() const {
    return {memory_.get(), dtype_, rows_, columns_, columns_};
  }
  operator View() { return view(); }             // NOLINT(google-explicit-constructor)
  operator ConstView() const { return view(); }  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool empty() const { return rows_ == 0; }
  [[nodiscard]] std::int64_t rows() const { return rows_; }
  [[nodiscard]] std::int64_t columns() const { return columns_; }
  [[nodiscard]] Dtype dtype() const { return dtype_; }
  /// Frees the memory and gives the bytes back.
  void free() { *this = Tensor(); }

 private:
  struct Release {
    void operator()(std::byte* memory) const;
  };

  std::unique_ptr<std::byte, Release> memory_;
  Charge charge_;
  Dtype dtype_ = Dtype::fp32;
  std::int64_t rows_ = 0;
  std::int64_t columns_ = 0;
};

/// Sets every byte of the view's rows to zero.
void set_zero(View view);

}  // namespace sim
