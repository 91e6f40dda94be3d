#include "scenarios/read/keys.hpp"

#include <set>

#include <gtest/gtest.h>

#include "scenarios/read/edit_distance.hpp"
#include "scenarios/read/value.hpp"

namespace scenarios {
namespace {

// kitten -> sitten -> sittin -> sitting, the textbook's three.
TEST(EditDistance, CountsInsertionsRemovalsAndReplacements) {
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", "abc"), 0U);
  EXPECT_EQ(edit_distance("abcd", "acd"), 1U);
  EXPECT_EQ(edit_distance("modle", "model"), 1U);  // neighbours that change places
  EXPECT_EQ(edit_distance("ca", "abc"), 3U);       // no part is edited twice
}

TEST(NearestKey, FindsTyposAndWrongSections) {
  EXPECT_EQ(nearest_key("zero.stge"), "zero.stage");
  EXPECT_EQ(nearest_key("model.hiden_size"), "model.hidden_size");
  EXPECT_EQ(nearest_key("hidden_size"), "model.hidden_size");
  EXPECT_EQ(nearest_key("parallel.micro_batch_size"), "training.micro_batch_size");
  EXPECT_EQ(nearest_key("sweeps"), "sweep");
}

TEST(KeyTable, IsSoundRowByRow) {
  std::set<std::string_view> paths;
  for (const Key& key : all_keys()) {
    EXPECT_TRUE(paths.insert(key.path).second) << key.path << " stands twice";
    EXPECT_EQ(key.kind == Kind::word, !key.words.empty()) << key.path;
    EXPECT_FALSE(is_section(key.path)) << key.path;
    EXPECT_FALSE(key.required && !key.fallback.empty()) << key.path;
    if (!key.fallback.empty()) {
      EXPECT_NO_THROW(check_value(key, default_of(key))) << key.path;
    }
  }
}

TEST(Range, SaysWhatItAllows) {
  EXPECT_EQ((Range{.low = 1}.text()), ">= 1");
  EXPECT_EQ((Range{.low = 0, .low_open = true}.text()), "> 0");
  EXPECT_EQ((Range{.low = 0, .high = 1, .high_open = true}.text()), "in [0, 1)");
  EXPECT_EQ((Range{.low = 1, .high = 2147483647.0}.text()), "in [1, 2147483647]");
  EXPECT_FALSE((Range{.low = 0, .high = 1, .high_open = true}.contains(1.0)));
}

}  // namespace
}  // namespace scenarios
