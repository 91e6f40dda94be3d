#include "sim/tensor.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

#include "sim/checked.hpp"

namespace sim {
namespace {

constexpr std::size_t alignment = 64;  // a cache line, and the widest vector register

std::int64_t bytes_of_matrix(Dtype dtype, std::int64_t rows, std::int64_t columns) {
  return (Checked(bytes_of(dtype)) * rows * columns).value();
}

std::byte* allocate(std::int64_t bytes) {
  const std::size_t lines = (static_cast<std::size_t>(bytes) + alignment - 1) / alignment;
  void* memory = std::aligned_alloc(alignment, (lines == 0 ? 1 : lines) * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return static_cast<std::byte*>(memory);
}

}  // namespace

Tensor::Tensor(Meters& meters, Owner owner, Dtype dtype, std::int64_t rows, std::int64_t columns)
    : memory_(meters.shape_only ? nullptr : allocate(bytes_of_matrix(dtype, rows, columns))),
      charge_(meters.ledger.charge(owner, bytes_of_matrix(dtype, rows, columns))),
      dtype_(dtype),
      rows_(rows),
      columns_(columns) {}

void Tensor::Release::operator()(std::byte* memory) const {
  std::free(memory);
}

void set_zero(View view) {
  if (view.shape_only()) return;
  const std::int64_t row_bytes = view.columns * bytes_of(view.dtype);
  if (view.contiguous()) {
    std::memset(view.data, 0, static_cast<std::size_t>(view.bytes()));
    return;
  }
  for (std::int64_t row = 0; row < view.rows; ++row) {
    std::memset(view.row_block(row, 1).data, 0, static_cast<std::size_t>(row_bytes));
  }
}

}  // namespace sim
