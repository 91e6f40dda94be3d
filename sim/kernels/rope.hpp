#pragma once

#include <cstdint>
#include <vector>

#include "sim/meters.hpp"
#include "sim/view.hpp"

namespace sim {

/// cos and sin of position * base^(-2j / rotated), [positions, rotated / 2]. A constant of the
/// model, like its description: no buffer of the ledger.
struct RotaryTable {
  std::int64_t positions = 0;
  std::int64_t rotated = 0;
  std::vector<float> cosines;
  std::vector<float> sines;
};

/// Computed in double and stored in fp32. `rotated` is even; throws sim::Error otherwise.
RotaryTable make_rotary_table(std::int64_t positions, std::int64_t rotated, double base);

/// `backward` is the transpose, which turns a gradient back.
enum class Rotation : std::uint8_t { forward, backward };

/// Rotary position embedding (Su et al. 2021) in place, in pairs (j, j + rotated/2) of the first
/// `rotated` components of each head, as in GPT-NeoX and Llama:
/// x[j], x[j + rotated/2] become x[j] cos - x[j + rotated/2] sin, x[j + rotated/2] cos + x[j] sin.
/// x [tokens, width], position-major: row p * batch + j is position first_position + p of sequence
/// j; head i begins at column i * head_stride. The row stride is free.
void rotate(Meters& meters, const RotaryTable& table, Rotation rotation,
            std::int64_t first_position, std::int64_t batch, std::int64_t heads,
            std::int64_t head_stride, View x);

}  // namespace sim
