#include "sim/kernels/dropout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "sim/ensure.hpp"
#include "sim/kernels/detail/dropout.hpp"

namespace sim {
namespace {

void ensure_probability(double probability) {
  ENSURE(probability >= 0.0 && probability < 1.0, probability);
}

/// mask[i] = [word(start + i) >= threshold], through blocks of words on the stack.
void draw_row(const RandomStream& stream, std::int64_t start, std::uint64_t threshold,
              std::uint8_t* mask, std::int64_t count) {
  constexpr std::int64_t words_at_once = 2048;
  std::array<std::uint32_t, words_at_once> words;
  for (std::int64_t done = 0; done < count;) {
    const std::int64_t skipped = (start + done) % 4;  // words of the first block before the start
    const std::int64_t taken = std::min(count - done, words_at_once - skipped);
    const std::int64_t drawn = ceil_divide(skipped + taken, 4) * 4;
    stream.fill((start + done) / 4, std::span(words).first(static_cast<std::size_t>(drawn)));
    const std::uint32_t* const first_word = words.data() + skipped;
    std::uint8_t* const out = mask + done;
    kernels::for_each_element(taken, [=](std::int64_t i) {
      out[i] = static_cast<std::uint8_t>(first_word[i] >= threshold);
    });
    done += taken;
  }
}

/// A view that stands for an operand that is not given.
ConstView given_or(ConstView view, Dtype dtype) {
  return view.empty() ? ConstView{.dtype = dtype} : view;
}

void ensure_operands(ConstView x, ConstView bias, ConstView mask, ConstView residual, View out) {
  ENSURE(kernels::same_shape(x, out), x.rows, x.columns, out.rows, out.columns);
  ENSURE(bias.empty() || kernels::has_shape(bias, 1, x.columns), bias.rows, bias.columns,
         x.columns);
  ENSURE(mask.empty() || kernels::same_shape(mask, x), mask.rows, mask.columns, x.rows, x.columns);
  ENSURE(residual.empty() || kernels::same_shape(residual, x), residual.rows, residual.columns,
         x.rows, x.columns);
  ENSURE(x.dtype == out.dtype && bias.dtype == x.dtype && residual.dtype == x.dtype,
         name_of(x.dtype), name_of(out.dtype), name_of(bias.dtype), name_of(residual.dtype));
  ENSURE(mask.dtype == Dtype::uint8, name_of(mask.dtype));
}

}  // namespace

void draw_mask(const DropoutSite& site, View mask) {
  ENSURE(mask.dtype == Dtype::uint8, name_of(mask.dtype));
  ensure_probability(site.probability);
  if (mask.shape_only()) return;
  const auto threshold = static_cast<std::uint64_t>(std::llround(site.probability * 0x1p32));
  const auto rows = kernels::matrix<std::uint8_t>(mask);
  kernels::for_each_piece(mask.rows, mask.columns,
                          [&](std::int64_t row, std::int64_t first, std::int64_t count) {
                            draw_row(site.stream, site.index.row_start(row) + first, threshold,
                                     rows.row(row) + first, count);
                          });
}

void apply_mask(Meters& meters, ConstView x, ConstView mask, double probability, View y) {
  ENSURE(kernels::same_shape(mask, x), mask.rows, mask.columns, x.rows, x.columns);
  bias_dropout_add(meters, x, {}, mask, probability, {}, y);
}

void bias_dropout_add(Meters& meters, ConstView x, ConstView bias, ConstView mask,
                      double probability, ConstView residual, View out) {
  bias = given_or(bias, x.dtype);
  mask = given_or(mask, Dtype::uint8);
  residual = given_or(residual, x.dtype);
  ensure_operands(x, bias, mask, residual, out);
  ensure_probability(probability);
  const int flops = (bias.empty() ? 0 : 1) + (mask.empty() ? 0 : 2) + (residual.empty() ? 0 : 1);
  meters.flops.add_elementwise(Checked(flops) * x.size());
  if (x.shape_only()) return;
  const auto scale = static_cast<float>(1.0 / (1.0 - probability));
  visit_floating(x.dtype, [&]<class Stored>(Stored) {
    const kernels::DropoutAdd<Stored> operands = {.x = kernels::matrix<Stored>(x),
                                                  .bias = bias.as<Stored>(),
                                                  .mask = kernels::matrix<std::uint8_t>(mask),
                                                  .residual = kernels::matrix<Stored>(residual),
                                                  .out = kernels::matrix<Stored>(out)};
    kernels::dropout_add<float>(operands, scale);
  });
}

}  // namespace sim
