#include "parallel/measurement_words.hpp"

#include <limits>
#include <random>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "parallel/measurement_fields.hpp"
#include "tests/support/measurement_differences.hpp"

namespace parallel {
namespace {

// A different number in every field, some beyond what a double holds.
Measurement numbered() {
  Measurement of;
  std::int64_t next = 9007199254740993;  // 2^53 + 1
  int small = 1;
  for_each_field([&](const Field&, auto get) {
    if constexpr (sizeof(get(of)) == sizeof(int)) {
      get(of) = small++;
    } else {
      get(of) = next++;
    }
  });
  of.memory.at_peak = {{sim::Category::workspace, sim::Item::none, {}, next++},
                       {sim::Category::activations, sim::Item::head_logits, {next, 2}, next + 1}};
  of.live_parameters_timelines = {{{no_module, 0}, {3, next + 2}}, {}, {{1, 5}}};
  return of;
}

TEST(MeasurementWords, LoseNothing) {
  Measurement other = numbered();
  other.memory.at_peak.clear();
  const std::vector<Measurement> before{numbered(), Measurement{}, other};
  const auto after = from_words(to_words(before));
  ASSERT_TRUE(after.has_value());
  ASSERT_EQ(after->size(), before.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(test_support::differences((*after)[i], before[i]), "") << i;
    EXPECT_EQ((*after)[i], before[i]) << i;
  }
}

// A number that no field describes would stay behind: the measurement would compare unequal. Each
// field is a number of its own.
TEST(MeasurementFields, AreDistinct) {
  Measurement measured;
  std::set<const void*> addresses;
  std::set<std::string> names;
  std::size_t count = 0;
  for_each_field([&](const Field& field, auto get) {
    addresses.insert(&get(measured));
    names.insert(
        fmt::format("{}|{}|{}|{}", field.section, field.subject, field.operation, field.number));
    ++count;
  });
  EXPECT_EQ(addresses.size(), count);
  EXPECT_EQ(names.size(), count);
}

TEST(MeasurementWords, RefuseWhatIsCutShortOrLonger) {
  const std::vector<Measurement> before{numbered()};
  const std::vector<std::int64_t> words = to_words(before);
  for (std::size_t length = 1; length < words.size(); ++length) {
    EXPECT_FALSE(from_words(std::span(words).first(length))) << length;
  }
  std::vector<std::int64_t> longer = words;
  longer.push_back(0);
  EXPECT_FALSE(from_words(longer));
  EXPECT_TRUE(from_words({}).value().empty());
}

// Sizes from outside are no sizes to allocate by, and places of enumerators no enumerators.
TEST(MeasurementWords, SurviveAnyNumber) {
  const std::vector<Measurement> before{numbered()};
  const std::vector<std::int64_t> words = to_words(before);
  std::mt19937_64 random(7);  // NOLINT(cert-msc51-cpp): the same each time
  for (const std::int64_t wrong :
       {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min(),
        std::int64_t{-1}, std::int64_t{1} << 40}) {
    for (int i = 0; i < 200; ++i) {
      std::vector<std::int64_t> changed = words;
      changed[random() % changed.size()] = wrong;
      static_cast<void>(from_words(changed));
    }
    std::vector<std::int64_t> changed = words;
    changed[0] = wrong;  // the rank, which is an int
    EXPECT_EQ(from_words(changed).has_value(), wrong == -1) << wrong;
  }
}

}  // namespace
}  // namespace parallel
