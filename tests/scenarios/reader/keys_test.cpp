#include "scenarios/read/keys.hpp"

#include <set>

#include <gtest/gtest.h>

#include "scenarios/read/edit_distance.hpp"
#include "scenarios/read/key_table.hpp"
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
    EXPECT_EQ(key.kind == Kind::word, !key.field.type->words.empty()) << key.path;
    EXPECT_FALSE(key.meaning.empty()) << key.path;
    EXPECT_FALSE(is_section(key.path)) << key.path;
    EXPECT_FALSE(key.required && !key.fallback.empty()) << key.path;
    if (!key.fallback.empty()) {
      EXPECT_NO_THROW(check_value(key, default_of(key))) << key.path;
    }
  }
}

Value other_value(const Key& key) {
  switch (key.kind) {
    case Kind::boolean:
      return true;
    case Kind::integer:
      return std::int64_t{7};
    case Kind::real:
      return 7.5;
    case Kind::word:
      return std::string(key.field.type->words.back());
    case Kind::text:
      return std::string("seven");
    case Kind::integers:
      return std::vector<std::int64_t>{7, 8};
    case Kind::reals:
      break;
  }
  return std::vector<double>{7.5, 8.5};
}

// What is set at one path is read there, and seen at no other.
TEST(KeyTable, BindsEachPathToAFieldOfItsOwn) {
  for (const KeyId key : keys_by_name()) {
    ScenarioValues values;
    set_value(values, key, other_value(key.key()));
    EXPECT_EQ(value_at(values, key), other_value(key.key())) << key.path();
    for (const KeyId other : keys_by_name()) {
      const Field& field = other.key().field;
      const bool is_equal = field.type->equal(field.of(values), field.of(ScenarioValues{}));
      EXPECT_EQ(is_equal, other != key) << key.path() << " shows at " << other.path();
    }
  }
}

TEST(KeyTable, NamesTheFieldsOfTheValue) {
  ScenarioValues values;
  values.model.head_dim = 3;
  values.hardware.bandwidth_bytes_per_second.dp = 2.5;
  values.recompute = sim::Recompute::selective;
  EXPECT_EQ(value_at(values, "model.head_dim"), Value(std::int64_t{3}));
  EXPECT_EQ(value_at(values, "hardware.bandwidth_bytes_per_second.dp"), Value(2.5));
  EXPECT_EQ(value_at(values, "recompute"), Value(std::string("selective")));
  EXPECT_EQ(value_at(values, "training.tokens"), std::nullopt);
}

TEST(KeyId, IsOfAKeyThatThereIs) {
  EXPECT_EQ(KeyId(std::string("zero.stage")), KeyId("zero.stage"));
  EXPECT_THROW(KeyId(std::string("zero.stge")), sim::Error);
  EXPECT_THROW(KeyOf<bool>(std::string("zero.stage")), sim::Error);
}

// A word of the table and an enumerator stand for each other, whichever key has them.
TEST(Words, AreReadBackAsTheyAreSpelt) {
  for (const KeyId key : keys_by_name()) {
    for (const std::string_view word : key.key().field.type->words) {
      ScenarioValues values;
      set_value(values, key, std::string(word));
      EXPECT_EQ(value_at(values, key), Value(std::string(word))) << key.path();
    }
  }
  EXPECT_EQ(word_of(parallel::PipelineSchedule::one_forward_one_backward), "1f1b");
  EXPECT_EQ(word_of(Precision::mixed_bf16), "mixed_bf16");
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
