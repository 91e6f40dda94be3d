// Numbers that papers, programs and their documentation print: from formulas, and from shape-only
// runs at the size that the source is about.
#include <array>
#include <map>
#include <memory>

#include "scenarios/load/reader.hpp"
#include "tests/scenarios/published/dry_scenario.hpp"
#include "tests/scenarios/published/table.hpp"

namespace test {
namespace {

/// A table's scenarios, and which of them each of its numbers is of.
class Table {
 public:
  explicit Table(const std::string& name)
      : numbers(numbers_of(name)),
        scenarios_(read(name)),
        catalogue_(scenarios::load_catalogue(scenarios::formulas_folder(), scenarios_.at(0).packs,
                                             scenarios::quantity_fault)),
        dry_(scenarios_.size()) {}

  /// The one scenario that has all settings of the number's point.
  DryScenario& scenario_of(const PublishedNumber& number) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < scenarios_.size(); ++i) {
      if (std::ranges::includes(settings_of(scenarios_[i].name), settings_of(number.point)))
        found.push_back(i);
    }
    EXPECT_EQ(found.size(), 1U) << number.id << " at " << number.point;
    std::unique_ptr<DryScenario>& dry = dry_.at(found.at(0));
    if (!dry) dry = std::make_unique<DryScenario>(scenarios_[found[0]], catalogue_);
    return *dry;
  }
  /// Scenarios that no number has asked for.
  [[nodiscard]] std::ptrdiff_t unused() const {
    return std::ranges::count_if(dry_, [](const auto& dry) { return !dry; });
  }

  const std::vector<PublishedNumber> numbers;

 private:
  static std::vector<scenarios::Scenario> read(const std::string& name) {
    const std::array<std::filesystem::path, 1> file = {scenarios::project_folder() /
                                                       "scenarios/published" / (name + ".yaml")};
    return scenarios::read_scenarios(file, {});
  }

  std::vector<scenarios::Scenario> scenarios_;
  scenarios::Catalogue catalogue_;
  std::vector<std::unique_ptr<DryScenario>> dry_;
};

void expect_printed(const PublishedNumber& number, double value, const char* by) {
  EXPECT_EQ(number.may_be(value), number.ours.empty())
      << number.id << ": " << value << " by " << by << ", printed " << number.printed << " "
      << number.unit;
  if (number.ours.empty()) return;
  EXPECT_TRUE(number.is_ours(value)) << number.id << ": " << value << " by " << by;
}

class PublishedTable : public testing::TestWithParam<std::string> {};

TEST_P(PublishedTable, IsWhatFormulasAndDryRunsGive) {
  Table table(GetParam());
  for (const PublishedNumber& number : table.numbers) {
    DryScenario& scenario = table.scenario_of(number);
    ASSERT_FALSE(number.estimate.empty()) << number.id;
    expect_printed(number, scenario.estimate(number.estimate), "formula");
    if (number.dry.empty()) continue;
    EXPECT_TRUE(DryScenario::names_quantity(number.dry)) << number.id;
    expect_printed(number, scenario.dry(number.dry), "dry run");
  }
  EXPECT_EQ(table.unused(), 0) << "scenarios of which no number is printed";
}

INSTANTIATE_TEST_SUITE_P(Published, PublishedTable, testing::ValuesIn(published_tables()),
                         [](const auto& table) {
                           std::string name = table.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

// A number is in a table or out of reach, and the latter has a reason; each contradiction is
// explained.
TEST(PublishedTables, HaveEveryNumberOnce) {
  std::map<std::string, int> times;
  std::size_t contradictions = 0;
  for (const std::string& table : published_tables()) {
    for (const PublishedNumber& number : numbers_of(table)) {
      ++times[number.id];
      if (number.ours.empty()) continue;
      ++contradictions;
      EXPECT_FALSE(number.note.empty()) << number.id;
    }
  }
  EXPECT_EQ(times.size(), 413U);
  EXPECT_EQ(contradictions, 6U);
  for (const auto& cells : cells_of("out-of-reach", 2)) {
    ++times[cells[0]];
    EXPECT_FALSE(cells[1].empty()) << cells[0];
  }
  EXPECT_EQ(times.size(), 481U);
  for (const auto& [id, count] : times) EXPECT_EQ(count, 1) << id;
}

// The scenarios are those of the tables.
TEST(PublishedTables, AndScenariosHaveTheSameNames) {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(scenarios::project_folder() / "scenarios/published")) {
    names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  EXPECT_EQ(names, published_tables());
}

TEST(PublishedNumber, MayBeWhatRoundsToThePrint) {
  PublishedNumber number;
  number.printed = 41.3;
  number.below = number.above = 0.05;
  EXPECT_TRUE(number.may_be(41.25));
  EXPECT_TRUE(number.may_be(41.349));
  EXPECT_FALSE(number.may_be(41.24));
  EXPECT_FALSE(number.may_be(41.36));
  number.printed = 257;  // truncated
  number.below = 0;
  number.above = 1;
  EXPECT_TRUE(number.may_be(257.75));
  EXPECT_FALSE(number.may_be(256.9));
  number.ours = "11.28";
  EXPECT_TRUE(number.is_ours(11.2846));
  EXPECT_FALSE(number.is_ours(11.29));
}

}  // namespace
}  // namespace test
