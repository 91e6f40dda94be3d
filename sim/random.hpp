#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "sim/philox.hpp"

namespace sim {

/// Random numbers as a pure function of (seed, name, step, index): whoever asks for an index gets
/// the same number, however the work is split. The generator is Philox 4x32-10; its key is a hash
/// of seed and name, its counter the block and the step.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::string_view name, std::int64_t step = 0);

  /// Four 32-bit words for block `block`; word i of block k belongs to index 4k + i.
  [[nodiscard]] std::array<std::uint32_t, 4> block(std::int64_t block) const;
  [[nodiscard]] std::uint32_t word(std::int64_t index) const;
  /// The words of whole blocks from `first_block` on; words.size() must be a multiple of four.
  void fill(std::int64_t first_block, std::span<std::uint32_t> words) const;
  /// A standard normal for this index (Box-Muller on two words of its own: 2 index, 2 index + 1).
  [[nodiscard]] float normal(std::int64_t index) const;

 private:
  [[nodiscard]] PhiloxCounter counter(std::int64_t block) const;

  PhiloxKey key_;
  std::uint64_t step_;
};

}  // namespace sim
