#include "sim/kernels/heads.hpp"

#include <cstring>

#include "sim/ensure.hpp"
#include "sim/kernels/detail/loops.hpp"
#include "sim/kernels/detail/storage.hpp"

namespace sim {
namespace {

void ensure_heads(const ConstHeadRows& rows, ConstView packed) {
  const ConstView& first = rows.first;
  ENSURE(rows.heads > 0, rows.heads);
  ENSURE(kernels::has_shape(packed, first.rows * rows.heads, first.columns), packed.rows,
         packed.columns, first.rows, rows.heads, first.columns);
  ENSURE(packed.dtype == first.dtype, name_of(packed.dtype), name_of(first.dtype));
  const std::int64_t span = (rows.heads - 1) * rows.head_stride + first.columns;
  ENSURE(rows.heads == 1 || rows.head_stride >= first.columns, rows.head_stride, first.columns);
  ENSURE(first.rows <= 1 || span <= first.stride, span, first.stride);
}

/// copy(head, row) for the bytes where a head and its packed row begin.
template <class HeadView, class RowView, class Copy>
void for_each_head(HeadView first, std::int64_t heads, std::int64_t head_stride, RowView packed,
                   const Copy& copy) {
  const std::int64_t element = bytes_of(packed.dtype);
  kernels::for_each_parallel(packed.rows, packed.size(), [&](std::int64_t row) {
    const std::int64_t in_fused = row / heads * first.stride + row % heads * head_stride;
    copy(first.data + in_fused * element, packed.data + row * packed.stride * element);
  });
}

}  // namespace

void pack_heads(ConstHeadRows in, View packed) {
  ensure_heads(in, packed);
  if (packed.shape_only()) return;
  const auto bytes = static_cast<std::size_t>(packed.columns * bytes_of(packed.dtype));
  for_each_head(in.first, in.heads, in.head_stride, packed,
                [=](const std::byte* head, std::byte* row) { std::memcpy(row, head, bytes); });
}

void copy_heads(ConstView packed, HeadRows out) {
  ensure_heads(out, packed);
  if (packed.shape_only()) return;
  const auto bytes = static_cast<std::size_t>(packed.columns * bytes_of(packed.dtype));
  for_each_head(out.first, out.heads, out.head_stride, packed,
                [=](std::byte* head, const std::byte* row) { std::memcpy(head, row, bytes); });
}

}  // namespace sim
