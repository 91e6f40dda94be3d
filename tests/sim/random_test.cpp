#include "sim/random.hpp"

#include <cmath>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "sim/ensure.hpp"

namespace sim {
namespace {

// Known answers of the Random123 distribution (file kat_vectors, lines philox4x32 10).
TEST(Philox, KnownAnswers) {
  using Words = PhiloxCounter;
  EXPECT_EQ(philox_4x32_10({0, 0, 0, 0}, {0, 0}),
            (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(philox_4x32_10({ones, ones, ones, ones}, {ones, ones}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(
      philox_4x32_10({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
      (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomStream, WordsAreThoseOfTheirBlock) {
  const RandomStream stream(7, "layer.0.attention.dropout", 3);
  for (std::int64_t index = 0; index < 40; ++index) {
    EXPECT_EQ(stream.word(index), stream.block(index / 4)[static_cast<std::size_t>(index % 4)]);
  }
}

TEST(RandomStream, FillGivesTheSameWords) {
  const RandomStream stream(7, "mask");
  const std::int64_t first_block = (std::int64_t{1} << 33) - 5;  // passes the counter's low word
  std::vector<std::uint32_t> words(4 * 37);
  stream.fill(first_block, words);
  for (std::size_t i = 0; i < words.size(); ++i) {
    ASSERT_EQ(words[i], stream.word(4 * first_block + static_cast<std::int64_t>(i))) << i;
  }
  EXPECT_THROW(stream.fill(0, std::span(words).first(3)), Error);
}

TEST(RandomStream, SeedNameStepAndIndexAllMatter) {
  const std::set<std::uint32_t> words = {
      RandomStream(1, "a").word(0), RandomStream(2, "a").word(0),
      RandomStream(1, "b").word(0), RandomStream(1, "a", 1).word(0),
      RandomStream(1, "a").word(1), RandomStream(1, "a").word(std::int64_t{1} << 34),
      RandomStream(1, "").word(0),  RandomStream(std::uint64_t{1} << 63, "a").word(0),
  };
  EXPECT_EQ(words.size(), 8U);
  EXPECT_EQ(RandomStream(1, "a", 1).word(9), RandomStream(1, "a", 1).word(9));
}

// 100,000 draws: the mean has a standard error of 0.0032, the variance one of 0.0045 and the fourth
// moment (3, with variance 96) one of 0.031; five of each are allowed.
TEST(RandomStream, NormalsHaveTheMomentsOfANormal) {
  const RandomStream stream(1234, "word_embedding");
  constexpr std::int64_t count = 100000;
  double sum = 0.0;
  double squares = 0.0;
  double fourth = 0.0;
  for (std::int64_t i = 0; i < count; ++i) {
    const double z = stream.normal(i);
    ASSERT_TRUE(std::isfinite(z));
    sum += z;
    squares += z * z;
    fourth += z * z * z * z;
  }
  EXPECT_NEAR(sum / count, 0.0, 0.016);
  EXPECT_NEAR(squares / count, 1.0, 0.023);
  EXPECT_NEAR(fourth / count, 3.0, 0.16);
}

// Neighbours share a block but no words: their product has mean 0 and standard error 0.0032.
TEST(RandomStream, NeighbouringNormalsAreUncorrelated) {
  const RandomStream stream(5, "x");
  constexpr std::int64_t count = 100000;
  double products = 0.0;
  for (std::int64_t i = 0; i < count; ++i) {
    products += static_cast<double>(stream.normal(i)) * stream.normal(i + 1);
  }
  EXPECT_NEAR(products / count, 0.0, 0.016);
}

TEST(RandomStream, RefusesNegativeIndices) {
  const RandomStream stream(1, "x");
  EXPECT_THROW((void)stream.word(-1), Error);
  EXPECT_THROW((void)stream.normal(-1), Error);
}

}  // namespace
}  // namespace sim
