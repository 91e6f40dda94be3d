#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace sim {

/// Random numbers as a pure function of (seed, name, step, index): whoever asks for an index gets
/// the same number, however the work is split. Philox 4x32-10 (Salmon et al., "Parallel Random
/// Numbers: As Easy as 1, 2, 3", SC11); the key is a hash of seed and name.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::string_view name, std::int64_t step = 0);

  /// Four 32-bit words for block `block`; word i of block k belongs to index 4k + i.
  [[nodiscard]] std::array<std::uint32_t, 4> block(std::int64_t block) const;
  [[nodiscard]] std::uint32_t word(std::int64_t index) const;
  /// A standard normal for this index (Box-Muller on two words of its own).
  [[nodiscard]] float normal(std::int64_t index) const;

 private:
  std::array<std::uint32_t, 2> key_;
  std::uint64_t step_;
};

}  // namespace sim
