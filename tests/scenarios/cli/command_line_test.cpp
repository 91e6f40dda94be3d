#include "scenarios/commands/command_line.hpp"

#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

namespace scenarios {
namespace {

std::variant<Options, Finished> parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "shardscope");
  return parse_command_line(static_cast<int>(arguments.size()), arguments.data());
}

std::string error_of(const std::vector<const char*>& arguments) {
  const auto line = parse(arguments);
  if (!std::holds_alternative<Finished>(line)) return "no error";
  EXPECT_EQ(std::get<Finished>(line).status, 2);
  return std::get<Finished>(line).text;
}

TEST(CommandLine, ReadsARunWithItsOptions) {
  const auto line = parse({"run", "--set", "zero.stage=2", "a.yaml", "folder", "--set",
                           "optimizer.betas=[0.5, 0.25]", "--formulas", "my.yaml", "--json",
                           "r.json", "--timeout", "30", "--verbose"});
  ASSERT_TRUE(std::holds_alternative<Options>(line));
  const auto& options = std::get<Options>(line);
  EXPECT_EQ(options.command, Command::run);
  EXPECT_EQ(options.scenarios, (std::vector<std::filesystem::path>{"a.yaml", "folder"}));
  EXPECT_EQ(options.overrides,
            (std::vector<std::string>{"zero.stage=2", "optimizer.betas=[0.5, 0.25]"}));
  EXPECT_EQ(options.packs, std::vector<std::string>{"my.yaml"});
  EXPECT_EQ(options.json, "r.json");
  EXPECT_EQ(options.timeout, std::chrono::seconds(30));
  EXPECT_TRUE(options.verbose);
}

TEST(CommandLine, ABareCallPrintsHelp) {
  const auto line = parse({});
  ASSERT_TRUE(std::holds_alternative<Finished>(line));
  EXPECT_EQ(std::get<Finished>(line).status, 0);
  EXPECT_NE(std::get<Finished>(line).text.find("sweep"), std::string::npos);
  EXPECT_EQ(std::get<Finished>(line).text.find("lesson"), std::string::npos);
}

TEST(CommandLine, RefusesWhatItDoesNotKnow) {
  EXPECT_NE(error_of({"run"}).find("scenarios"), std::string::npos);
  EXPECT_NE(error_of({"walk", "a.yaml"}).find("error: "), std::string::npos);
  EXPECT_NE(error_of({"run", "a.yaml", "--jsn", "x"}).find("--jsn"), std::string::npos);
  EXPECT_NE(error_of({"run", "a.yaml", "--timeout", "0"}).find("--timeout"), std::string::npos);
  EXPECT_NE(error_of({"run", "a.yaml", "--quiet", "--verbose"}).find("--quiet"), std::string::npos);
  EXPECT_NE(error_of({"estimate", "a.yaml", "--json", "x"}).find("--json"), std::string::npos);
}

TEST(CommandLine, RefusesLaterOptionsAndCommandsByName) {
  for (const char* option : {"--report", "--trace", "--save", "--resume"}) {
    EXPECT_EQ(error_of({"run", "a.yaml", option, "x"}),
              std::string("error: ") + option +
                  ": is not supported yet; results are written by --json, --csv and --dump\n");
  }
  EXPECT_EQ(error_of({"sweep", "a.yaml", "--wire"}),
            "error: --wire: is not supported yet; traffic is reported as payload\n");
  for (const char* command : {"explain", "diff", "lesson"}) {
    EXPECT_EQ(error_of({command, "a.yaml", "--any", "thing"}),
              std::string("error: ") + command +
                  ": is not supported yet; supported commands: run, sweep, dry, estimate, "
                  "formulas, import\n");
  }
}

TEST(CommandLine, ReadsWhatAnImportIsGiven) {
  const auto line = parse({"import", "a.json", "b.yml", "-o", "-", "--force", "--ranks", "8",
                           "--partial", "--set", "model.vocab_size=32000"});
  ASSERT_TRUE(std::holds_alternative<Options>(line));
  const auto& options = std::get<Options>(line);
  EXPECT_EQ(options.command, Command::import);
  EXPECT_EQ(options.scenarios.size(), 2U);
  EXPECT_EQ(options.output, "-");
  EXPECT_TRUE(options.force);
  EXPECT_TRUE(options.partial);
  EXPECT_EQ(options.ranks, 8);
  EXPECT_EQ(options.overrides, std::vector<std::string>{"model.vocab_size=32000"});
  EXPECT_NE(error_of({"import", "a.json", "--ranks", "0"}).find("--ranks"), std::string::npos);
}

}  // namespace
}  // namespace scenarios
