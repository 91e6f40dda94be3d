#include "scenarios/commands/marked_lines.hpp"

#include <gtest/gtest.h>

namespace {

using scenarios::Mark;
using scenarios::marked_line;
using scenarios::read_marked_line;

TEST(MarkedLines, AreReadAsTheyWereMade) {
  for (const Mark mark : {Mark::progress, Mark::status}) {
    for (const char* text : {"", "0", "[3/24] a name, with [zero.stage=2]"}) {
      const auto read = read_marked_line(marked_line(mark, text));
      ASSERT_TRUE(read);
      EXPECT_EQ(read->mark, mark);
      EXPECT_EQ(read->text, text);
      EXPECT_EQ(read->before, "");
    }
  }
}

TEST(MarkedLines, AreFoundBehindWhatARankLeftUnfinished) {
  const auto read = read_marked_line("half a line" + marked_line(Mark::status, "1"));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->mark, Mark::status);
  EXPECT_EQ(read->text, "1");
  EXPECT_EQ(read->before, "half a line");
}

TEST(MarkedLines, LogLinesAreNone) {
  for (const char* line : {"", "info: status 0", "progress [1/2]"}) {
    EXPECT_FALSE(read_marked_line(line)) << line;
  }
}

}  // namespace
