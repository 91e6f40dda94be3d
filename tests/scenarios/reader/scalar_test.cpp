#include "scenarios/read/scalar.hpp"

#include <cstdint>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "scenarios/read/fault.hpp"

namespace scenarios {
namespace {

struct IntegerRow {
  const char* text;
  std::int64_t value;
};

TEST(ParseInteger, ReadsDecimalAndExponentFormExactly) {
  for (const IntegerRow& row : {IntegerRow{"0", 0},
                                {"4", 4},
                                {"-3", -3},
                                {"5e8", 500'000'000},
                                {"1.0e9", 1'000'000'000},
                                {"1.5e1", 15},
                                {"120e-1", 12},
                                {"0e5", 0},
                                {"312E+0", 312},
                                {"9223372036854775807", std::numeric_limits<std::int64_t>::max()},
                                {"-9223372036854775808", std::numeric_limits<std::int64_t>::min()},
                                // 2^53 + 1: a double would lose the last digit
                                {"9.007199254740993e15", 9007199254740993}}) {
    EXPECT_EQ(parse_integer(row.text), row.value) << row.text;
  }
}

TEST(ParseInteger, RefusesEverythingElse) {
  for (const char* text : {"", "010", "0x10", "0o7", "1_000", "4.0", "1.5e0", "1e-1", "e5", "1e",
                           "1e99999", "9223372036854775808", "1e19", "4 ", "four", "--4", "nan"}) {
    EXPECT_THROW(parse_integer(text), BadValue) << text;
  }
}

TEST(ParseReal, ReadsFiniteDecimalsOnly) {
  EXPECT_EQ(parse_real("0.1"), 0.1);
  EXPECT_EQ(parse_real("1e-3"), 1e-3);
  EXPECT_EQ(parse_real("312e12"), 312e12);
  EXPECT_EQ(parse_real("+4"), 4.0);
  for (const char* text : {"", "inf", ".inf", "nan", "0x1p3", "1_0", "1e999", "+-1", "0.1f"}) {
    EXPECT_THROW(parse_real(text), BadValue) << text;
  }
}

TEST(ParseBytes, KnowsPowersOfTenAndOfTwo) {
  EXPECT_EQ(parse_bytes("12", ""), 12);
  EXPECT_EQ(parse_bytes("12B", ""), 12);
  EXPECT_EQ(parse_bytes("1.5kB", ""), 1500);
  EXPECT_EQ(parse_bytes("2KiB", ""), 2048);
  EXPECT_EQ(parse_bytes("3 TB", ""), 3e12);
  EXPECT_EQ(parse_bytes("1e3 PiB", ""), 1e3 * 0x1p50);
  EXPECT_EQ(parse_bytes("300GB/s", "/s"), 300e9);
  for (const char* text : {"", "GB", "80gb", "80  GB", "80GB/s", "80Gb", "8_0GB", "infGB"}) {
    EXPECT_THROW(parse_bytes(text, ""), BadValue) << text;
  }
  EXPECT_THROW(parse_bytes("80GB", "/s"), BadValue);
}

TEST(ParseBoolean, ReadsTrueAndFalseOnly) {
  EXPECT_TRUE(parse_boolean("true"));
  EXPECT_FALSE(parse_boolean("False"));
  for (const char* text : {"yes", "on", "1", "0", "tRUE", ""}) {
    EXPECT_THROW(parse_boolean(text), BadValue) << text;
  }
}

}  // namespace
}  // namespace scenarios
