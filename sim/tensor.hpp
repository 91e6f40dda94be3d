#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

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

  /// What is moved from is empty, not shape-only.
  Tensor(Tensor&& other) noexcept
      : memory_(std::move(other.memory_)),
        charge_(std::move(other.charge_)),
        dtype_(other.dtype_),
        rows_(std::exchange(other.rows_, 0)),
        columns_(std::exchange(other.columns_, 0)) {}
  Tensor& operator=(Tensor&& other) noexcept {
    if (this == &other) return *this;
    memory_ = std::move(other.memory_);
    charge_ = std::move(other.charge_);
    dtype_ = other.dtype_;
    rows_ = std::exchange(other.rows_, 0);
    columns_ = std::exchange(other.columns_, 0);
    return *this;
  }
  Tensor(const Tensor&) = delete;
  Tensor& operator=(const Tensor&) = delete;
  ~Tensor() = default;

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
  /// Somebody else keeps the tensor from now on: its bytes move, its memory stays.
  void charge_to(Owner owner) { charge_.move_to(owner); }
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
