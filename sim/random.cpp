#include "sim/random.hpp"

#include <cmath>
#include <numbers>

#include "sim/ensure.hpp"

namespace sim {
namespace {

constexpr std::uint32_t low_half(std::uint64_t value) {
  return static_cast<std::uint32_t>(value);
}
constexpr std::uint32_t high_half(std::uint64_t value) {
  return static_cast<std::uint32_t>(value >> 32U);
}

/// FNV-1a (Fowler, Noll, Vo) over the name, started from the seed's own digest.
std::uint64_t hash(std::uint64_t seed, std::string_view name) {
  constexpr std::uint64_t offset_basis = 0xcbf29ce484222325U;
  constexpr std::uint64_t prime = 0x100000001b3U;
  std::uint64_t digest = offset_basis;
  for (unsigned shift = 0; shift < 64; shift += 8)
    digest = (digest ^ ((seed >> shift) & 0xffU)) * prime;
  for (const char letter : name) digest = (digest ^ static_cast<unsigned char>(letter)) * prime;
  return digest;
}

/// The finaliser of SplitMix64 (Steele et al. 2014): every input bit reaches every output bit.
std::uint64_t mix(std::uint64_t value) {
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31U);
}

/// The middle of the word's interval in (0, 1): never 0, so that it has a logarithm.
double unit_interval(std::uint32_t word) {
  return (static_cast<double>(word) + 0.5) * 0x1p-32;
}

}  // namespace

RandomStream::RandomStream(std::uint64_t seed, std::string_view name, std::int64_t step)
    : step_(static_cast<std::uint64_t>(step)) {
  const std::uint64_t digest = mix(hash(seed, name));
  key_ = {low_half(digest), high_half(digest)};
}

PhiloxCounter RandomStream::counter(std::int64_t block) const {
  const auto position = static_cast<std::uint64_t>(block);
  return {low_half(position), high_half(position), low_half(step_), high_half(step_)};
}

std::array<std::uint32_t, 4> RandomStream::block(std::int64_t block) const {
  return philox_4x32_10(counter(block), key_);
}

std::uint32_t RandomStream::word(std::int64_t index) const {
  ENSURE(index >= 0, index);
  return block(index / 4)[static_cast<std::size_t>(index % 4)];
}

void RandomStream::fill(std::int64_t first_block, std::span<std::uint32_t> words) const {
  ENSURE(first_block >= 0 && words.size() % 4 == 0, first_block, words.size());
  const std::size_t blocks = words.size() / 4;
  const std::uint32_t key_0 = key_[0];
  const std::uint32_t key_1 = key_[1];
  const std::uint64_t step = step_;
  const auto first = static_cast<std::uint64_t>(first_block);
  std::uint32_t* const out = words.data();
#pragma omp simd
  for (std::size_t i = 0; i < blocks; ++i) {
    std::uint32_t word_0 = low_half(first + i);
    std::uint32_t word_1 = high_half(first + i);
    std::uint32_t word_2 = low_half(step);
    std::uint32_t word_3 = high_half(step);
    philox_rounds(word_0, word_1, word_2, word_3, key_0, key_1);
    out[4 * i] = word_0;
    out[4 * i + 1] = word_1;
    out[4 * i + 2] = word_2;
    out[4 * i + 3] = word_3;
  }
}

float RandomStream::normal(std::int64_t index) const {
  ENSURE(index >= 0, index);
  const auto words = block(index / 2);
  const auto first = static_cast<std::size_t>(index % 2) * 2;
  const double radius = std::sqrt(-2.0 * std::log(unit_interval(words[first])));
  const double angle = 2.0 * std::numbers::pi * unit_interval(words[first + 1]);
  return static_cast<float>(radius * std::cos(angle));
}

}  // namespace sim
