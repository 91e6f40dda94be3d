#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "sim/kernels/detail/adamw.hpp"
#include "sim/kernels/detail/dynamic_code.hpp"
#include "sim/kernels/optimizer/adamw_8bit.hpp"

namespace sim::kernels {

/// A quantised moment's storage.
struct MomentCodes {
  std::uint8_t* codes = nullptr;
  float* absmax = nullptr;  // by block
};

/// A tensor of one update: w is the master where there is one.
template <class Weight, class Gradient>
struct AdamW8BitOperands {
  Weight* weights = nullptr;
  const Gradient* gradient = nullptr;
  MomentCodes first_moment;
  MomentCodes second_moment;
  std::int64_t size = 0;
};

/// A run of elements with its decay, 1 - lr wd.
struct ScaledRun {
  std::int64_t end = 0;
  float decay = 1.0F;
};

/// body(first, count, decay) for the parts of [first, first + count) that share a decay.
template <class Body>
void for_each_decay(std::span<const ScaledRun> runs, std::int64_t first, std::int64_t count,
                    const Body& body) {
  const std::int64_t end = first + count;
  auto run = std::upper_bound(
      runs.begin(), runs.end(), first,
      [](std::int64_t place, const ScaledRun& candidate) { return place < candidate.end; });
  for (; first < end; ++run) {
    const std::int64_t until = std::min(run->end, end);
    body(first, until - first, run->decay);
    first = until;
  }
}

/// 19 FLOPs an element: dequantising 1 + 1, AdamW 15, quantising 1 + 1.
template <class Real, class Weight, class Gradient>
void adamw_8bit_block(AdamWScalars scalars, std::span<const ScaledRun> runs,
                      const AdamW8BitOperands<Weight, Gradient>& operands, std::int64_t block) {
  const std::int64_t start = block * quantised_block;
  const std::int64_t count = std::min(quantised_block, operands.size - start);
  std::uint8_t* const first_codes = operands.first_moment.codes + start;
  std::uint8_t* const second_codes = operands.second_moment.codes + start;
  std::array<Real, quantised_block> first_storage;
  std::array<Real, quantised_block> second_storage;
  Real* const first_moment = first_storage.data();
  Real* const second_moment = second_storage.data();
  dequantise_block(signed_code, first_codes, operands.first_moment.absmax[block], count,
                   first_moment);
  dequantise_block(unsigned_code, second_codes, operands.second_moment.absmax[block], count,
                   second_moment);
  for_each_decay(runs, start, count, [&](std::int64_t part, std::int64_t part_count, float decay) {
    scalars.decay = decay;
    Weight* const weights = operands.weights + part;
    const Gradient* const gradient = operands.gradient + part;
    Real* const m = first_moment + (part - start);
    Real* const v = second_moment + (part - start);
    for_each_element(part_count, [=](std::int64_t i) {
      const auto after = adamw_element<Real>(scalars, {load<Real>(weights[i]), m[i], v[i]},
                                             load<Real>(gradient[i]));
      weights[i] = store<Weight>(after.weight);
      m[i] = after.first_moment;
      v[i] = after.second_moment;
    });
  });
  operands.first_moment.absmax[block] =
      quantise_block(signed_code, first_moment, count, first_codes);
  operands.second_moment.absmax[block] =
      quantise_block(unsigned_code, second_moment, count, second_codes);
}

template <class Real, class Weight, class Gradient>
void adamw_8bit_update(const AdamWScalars& scalars, std::span<const ScaledRun> runs,
                       const AdamW8BitOperands<Weight, Gradient>& operands) {
  for_each_parallel(quantised_blocks(operands.size), operands.size, [&](std::int64_t block) {
    adamw_8bit_block<Real>(scalars, runs, operands, block);
  });
}

}  // namespace sim::kernels
