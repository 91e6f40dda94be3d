#include "scenarios/report/text_width.hpp"

#include <random>

#include <gtest/gtest.h>

namespace scenarios {
namespace {

TEST(TextWidth, CountsCells) {
  EXPECT_EQ(cells_of(""), 0U);
  EXPECT_EQ(cells_of("abc"), 3U);
  EXPECT_EQ(cells_of("größe"), 5U);
  EXPECT_EQ(cells_of("模型"), 4U);
  EXPECT_EQ(cells_of("e\xCC\x81"), 1U) << "a combining accent";
  EXPECT_EQ(cells_of("\xFF\xC3"), 2U) << "no UTF-8";
}

TEST(TextWidth, BreaksWhereAPersonWould) {
  EXPECT_EQ(wrapped("one two three", 8), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrapped("one two", 7), std::vector<std::string>{"one two"});
  EXPECT_EQ(wrapped("seed.3d.z1.optimizer", 14),
            (std::vector<std::string>{"seed.3d.z1.", "optimizer"}));
  EXPECT_EQ(wrapped("abcdefgh", 3), (std::vector<std::string>{"abc", "def", "gh"}));
  EXPECT_EQ(wrapped("模型模型", 5), (std::vector<std::string>{"模型", "模型"}));
  EXPECT_EQ(wrapped("", 5), std::vector<std::string>{""});
}

// Whatever the text is: no line is too wide, and nothing but blanks is lost.
TEST(TextWidth, LosesNothing) {
  std::mt19937 random(7);
  const std::string letters = "ab .,:é模/  ";
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    for (std::size_t j = random() % 40; j > 0; --j) text += letters[random() % letters.size()];
    const std::size_t width = 2 + random() % 20;
    std::string joined;
    for (const std::string& line : wrapped(text, width)) {
      EXPECT_LE(cells_of(line), width) << text;
      joined += line;
    }
    std::erase(joined, ' ');
    std::erase(text, ' ');
    EXPECT_EQ(joined, text);
  }
}

}  // namespace
}  // namespace scenarios
