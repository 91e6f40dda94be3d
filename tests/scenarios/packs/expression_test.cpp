#include "scenarios/packs/expression.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/packs/functions.hpp"
#include "scenarios/packs/words.hpp"

namespace scenarios {
namespace {

const Origin here{.file = "pack.yaml", .line = 7, .option = {}};

double value_of(const std::string& text) {
  const std::map<std::string, double> names = {
      {"s", 128}, {"b", 2}, {"h", 64}, {"a", 4}, {"t", 3}, {"seed.w.16", 20}, {"zero.stage", 2}};
  return Expression(text, here).value([&names](const std::string& name) {
    const auto found = names.find(name);
    if (found == names.end()) throw BadValue("'" + name + "' is unknown");
    return found->second;
  });
}

std::string fault_of(const std::string& text) {
  try {
    value_of(text);
  } catch (const BadInput& bad) {
    return bad.what();
  }
  return "none";
}

struct Row {
  const char* text;
  double value;
};

TEST(Expression, GivesTheValuesWorkedOutByHand) {
  const Row rows[] = {
      {"1 + 2*3", 7},
      {"(1 + 2)*3", 9},
      {"2^3^2", 512},  // to the right
      {"12 - 4 - 3", 5},
      {"-2^2", -4},
      {"7/2", 3.5},
      {"5.0e8*2", 1e9},
      {"s*b*h*(34 + 5*a*s/h)", 1212416},  // 16384 * 74
      {"2*h/t", 128.0 / 3.0},             // not (2/3)*64
      {"1 + 2 == 3 && 2 > 1", 1},
      {"0 || 0", 0},
      {"1 || 0 && 0", 1},
      {"s >= 128", 1},
      {"s != 128", 0},
      {"zero.stage < 3 ? 10 : 20", 10},
      {"zero.stage == 1 ? 10 : zero.stage == 2 ? 20 : 30", 20},
      {"seed.w.16/4", 5},
      {"ceil(2.1) + floor(2.9)", 5},
      {"mod(7, 4)", 3},
      {"mod(-7, 4)", 1},
      {"mod(8, 4)", 0},
      {"ceildiv(7, 4)", 2},
      {"ceildiv(8, 4)", 2},
      {"min(3, 1, 2)", 1},
      {"max(3, 1, 2)", 3},
      {"max(5)", 5},
  };
  for (const Row& row : rows) EXPECT_EQ(value_of(row.text), row.value) << row.text;
}

TEST(Expression, FallsIntoTheClausesThatAndJoins) {
  const std::pair<const char*, std::vector<std::string>> rows[] = {
      {"s > 1", {"s > 1"}},
      {"s > 1 && b == 2", {"s > 1", "b == 2"}},
      {"(s > 1 && (b == 2 && t > 1))", {"s > 1", "b == 2", "t > 1"}},
      {"(s > 1 || b == 2) && t > 1", {"s > 1 || b == 2", "t > 1"}},
      {"s > 1 || b == 2 && t > 1", {"s > 1 || b == 2 && t > 1"}},  // `||` binds less
      {"(s > 1 && b == 2 ? t : a)", {"s > 1 && b == 2 ? t : a"}},
      {"(s > 1)*(b == 2)", {"(s > 1)*(b == 2)"}},
      {"mod(s, max(1, b)) == 0 && t", {"mod(s, max(1, b)) == 0", "t"}},
  };
  for (const auto& [text, clauses] : rows) {
    const Expression expression(text, here);
    std::vector<std::string> found;
    for (const Expression& clause : expression.clauses()) found.push_back(clause.text());
    EXPECT_EQ(found, clauses) << text;
  }
}

TEST(Expression, KnowsWordsAsDifferentConstants) {
  EXPECT_EQ(value_of("gpt2 == gpt2"), 1);
  EXPECT_EQ(value_of("gpt2 == llama"), 0);
  EXPECT_EQ(value_of("gpipe != one_f_one_b"), 1);
  for (const char* word :
       {"none",        "selective", "full",       "gpipe",      "one_f_one_b",
        "interleaved", "zb_h1",     "gpt2",       "llama",      "gpt_neox",
        "training",    "inference", "LayerNorm",  "RMSNorm",    "learned_absolute",
        "rope",        "gelu_tanh", "gelu",       "silu",       "fp32",
        "fp16",        "bf16",      "mixed_fp16", "mixed_bf16", "int8",
        "adamw",       "adamw8bit", "sgd"}) {
    EXPECT_TRUE(words().contains(word)) << word;
  }
}

TEST(Expression, NamesWhatItNeedsOnce) {
  const Expression expression("max(h, s)*h + (mode == training)*zero.stage", here);
  EXPECT_EQ(expression.names(), (std::vector<std::string>{"h", "mode", "s", "zero.stage"}));
}

TEST(Expression, RefusesWithFileAndLine) {
  const char* const texts[] = {"h = 3",    "h, s",    "max(1, 2), 3", "h +",    "(h",
                               "2 h",      "foo(2)",  "hidden*2",     "1/0",    "0/0",
                               "\"text\"", "sqrt(2)", "min()",        "mod(1)", "h ** 2"};
  for (const char* text : texts) {
    EXPECT_TRUE(fault_of(text).starts_with("pack.yaml:7: expression '")) << fault_of(text);
  }
}

TEST(Expression, SaysWhatIsWrong) {
  EXPECT_NE(fault_of("h = 3").find("'=' assigns"), std::string::npos);
  EXPECT_NE(fault_of("h, s").find("','"), std::string::npos);
  EXPECT_NE(fault_of("hidden*2").find("'hidden' is unknown"), std::string::npos);
  EXPECT_NE(fault_of("h/0").find("gives inf"), std::string::npos);
  EXPECT_EQ(fault_of("h <= 3 && s >= 2 || a != 1 && b == 2"), "none");
}

// 10^15 + 1 over 3: the quotient in double precision is not always the right side of the integer.
TEST(Functions, DivideIntegersExactly) {
  EXPECT_EQ(ceildiv(1e15 + 1, 3), 333333333333334.0);
  EXPECT_EQ(ceildiv(9007199254740991.0, 2), 4503599627370496.0);  // 2^53 - 1
  EXPECT_EQ(mod(9007199254740991.0, 4), 3);
  EXPECT_EQ(mod(-210304, 3), 2);  // 210304 = 3*70101 + 1
}

}  // namespace
}  // namespace scenarios
