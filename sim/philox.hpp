#pragma once

#include <array>
#include <cstdint>

namespace sim {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

/// The ten rounds of Philox 4x32 on four words of a counter, in place (Salmon et al., "Parallel
/// Random Numbers: As Easy as 1, 2, 3", SC11, section 3.3; multipliers and key increments from
/// there). On single words and without branches, so that a loop over counters becomes vector code.
constexpr void philox_rounds(std::uint32_t& word_0, std::uint32_t& word_1, std::uint32_t& word_2,
                             std::uint32_t& word_3, std::uint32_t key_0, std::uint32_t key_1) {
#pragma GCC unroll 10
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product_0 = std::uint64_t{0xD2511F53U} * word_0;
    const std::uint64_t product_2 = std::uint64_t{0xCD9E8D57U} * word_2;
    word_0 = static_cast<std::uint32_t>(product_2 >> 32U) ^ word_1 ^ key_0;
    word_1 = static_cast<std::uint32_t>(product_2);
    word_2 = static_cast<std::uint32_t>(product_0 >> 32U) ^ word_3 ^ key_1;
    word_3 = static_cast<std::uint32_t>(product_0);
    key_0 += 0x9E3779B9U;
    key_1 += 0xBB67AE85U;
  }
}

/// Philox 4x32-10: four random words for a counter and a key.
constexpr PhiloxCounter philox_4x32_10(const PhiloxCounter& counter, const PhiloxKey& key) {
  PhiloxCounter words = counter;
  philox_rounds(words[0], words[1], words[2], words[3], key[0], key[1]);
  return words;
}

}  // namespace sim
