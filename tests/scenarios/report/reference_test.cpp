#include "scenarios/report/reference.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "scenarios/files/project_files.hpp"
#include "scenarios/judge/quantities.hpp"
#include "scenarios/packs/variable_meanings.hpp"
#include "scenarios/packs/variables.hpp"
#include "scenarios/read/keys.hpp"
#include "tests/scenarios/packs/keys_of_t0.hpp"

namespace scenarios {
namespace {

// The page follows the tables; SHARDSCOPE_WRITE_REFERENCE=1 writes it anew.
TEST(Reference, PageIsWhatTheTablesSay) {
  const std::filesystem::path file = project_folder() / "scenarios/REFERENCE.md";
  if (std::getenv("SHARDSCOPE_WRITE_REFERENCE") != nullptr) {
    std::ofstream(file) << reference_page();
  }
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  EXPECT_TRUE(text.str() == reference_page())
      << "scenarios/REFERENCE.md is not of these tables; SHARDSCOPE_WRITE_REFERENCE=1 writes it";
}

TEST(Reference, ListsEveryKeyAndQuantity) {
  EXPECT_EQ(key_reference().entries().size(), all_keys().size());
  EXPECT_EQ(quantity_reference().entries().size(), quantity_names().size());
  EXPECT_TRUE(key_reference().has("zero.stage"));
  EXPECT_TRUE(key_reference().has("zero.*"));
  EXPECT_FALSE(key_reference().has("zero"));
}

// What an expression can use, and nothing else: keys have a list of their own.
TEST(Reference, ListsEveryVariable) {
  const Variables of_rank = rank_variables(keys_of_t0(), 0);
  std::vector<std::string> listed;
  for (const VariableMeaning& variable : variable_meanings()) {
    EXPECT_TRUE(of_rank.contains(variable.name)) << variable.name;
    EXPECT_EQ(is_rank_variable(variable.name), variable.of_rank) << variable.name;
    EXPECT_FALSE(variable.meaning.empty()) << variable.name;
    if (!variable.key.empty()) {
      EXPECT_EQ(of_rank.at(std::string(variable.name)), of_rank.at(std::string(variable.key)));
    }
    listed.emplace_back(variable.name);
  }
  for (const auto& [name, value] : of_rank) {
    const bool is_of_key = std::ranges::any_of(all_keys(), [&name](const Key& key) {
      return key.path == name || key.path.ends_with("." + name);
    });
    EXPECT_TRUE(is_of_key || std::ranges::find(listed, name) != listed.end()) << name;
  }
}

TEST(Reference, ShowsWhatMatches) {
  const std::string text = key_reference().text({"zero.st*"}, {});
  EXPECT_NE(text.find("zero.stage"), std::string::npos);
  EXPECT_EQ(text.find("model.hidden_size"), std::string::npos);
}

}  // namespace
}  // namespace scenarios
