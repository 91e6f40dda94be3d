#include "tests/lint/text_rules.hpp"

#include <string>

#include <gtest/gtest.h>

#include "tests/lint/project_files.hpp"

namespace lint {
namespace {

std::string lines(int count) {
  std::string text;
  for (int line = 0; line < count; ++line) text += "int x;\n";
  return text;
}

TEST(TextRules, SourceFilesEndAtTheLongestLength) {
  EXPECT_TRUE(text_faults("sim/tensor.cpp", lines(longest_source)).empty());
  EXPECT_EQ(text_faults("sim/tensor.cpp", lines(longest_source + 1)),
            std::vector<std::string>{"sim/tensor.cpp has 251 lines, more than 250"});
  EXPECT_TRUE(text_faults("README.md", lines(longest_source + 1)).empty());
}

TEST(TextRules, FindsWorkLeftUndone) {
  const std::string word = std::string("to") + "do";  // in two pieces: this file is checked too
  EXPECT_EQ(text_faults("README.md", "a line\n- " + word + ": the rest\n"),
            std::vector<std::string>{"README.md:2: work left undone"});
  EXPECT_TRUE(text_faults("README.md", "a mas" + word + "n\n").empty()) << "whole words only";
}

TEST(TextRules, FindsPathsOfOneMachine) {
  const std::string folder = std::string("/ho") + "me/";
  EXPECT_EQ(text_faults("tests/a.yaml", "data: " + folder + "someone/text\n"),
            std::vector<std::string>{"tests/a.yaml:1: a path of one machine"});
  EXPECT_EQ(text_faults("a.md", SHARDSCOPE_ROOT "\n").size(), 1U);
  EXPECT_TRUE(text_faults("a.md", "data: some" + folder + "text\n").empty()) << "a relative path";
}

TEST(TextRules, LeavesFilesThatAreNotTextAlone) {
  EXPECT_TRUE(text_faults("a.bin", std::string(1, '\0') + "/ho" + "me/x").empty());
}

TEST(TextRules, LeavesPublishedFilesAsTheyAre) {
  const std::string word = std::string("to") + "do";
  EXPECT_TRUE(text_faults("tests/scenarios/import/files/a.yaml", "# " + word + "\n").empty());
}

TEST(TextRules, HoldInTheProject) {
  for (const auto& [path, text] : project_files()) {
    for (const auto& fault : text_faults(path, text)) ADD_FAILURE() << fault;
  }
}

}  // namespace
}  // namespace lint
