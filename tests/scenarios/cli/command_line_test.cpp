#include "scenarios/commands/command_line.hpp"

#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/commands/duration.hpp"

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
  EXPECT_EQ(error_of({"run", "a.yaml", "--timeout", "0"}),
            "error: --timeout: '0' is no time; write seconds (90), or 90s, 10m, 2h\n");
  EXPECT_NE(error_of({"run", "a.yaml", "--quiet", "--verbose"}).find("--quiet"), std::string::npos);
  EXPECT_NE(error_of({"dry", "a.yaml", "--sort", "peek"}).find("'peek' is no column; there are"),
            std::string::npos);
  EXPECT_NE(error_of({"dry", "a.yaml", "--top", "0"}).find("--top"), std::string::npos);
}

// A letter too many, one left out, a beginning.
TEST(CommandLine, NamesWhatWasMeant) {
  for (const char* command : {"drry", "dy", "dryy", "dr"}) {
    EXPECT_EQ(error_of({command, "X"}),
              fmt::format("error: '{}' is no command; did you mean dry?\n", command));
  }
  EXPECT_EQ(error_of({"walk", "a.yaml"}),
            "error: 'walk' is no command; there are run, sweep, dry, estimate, formulas, keys, "
            "variables, quantities, import\n");
  EXPECT_EQ(error_of({"mine.yaml"}),
            "error: 'mine.yaml' is no command; did you mean: shardscope run mine.yaml\n");
  EXPECT_EQ(error_of({"run", "a.yaml", "--jsn", "x"}),
            "error: there is no option --jsn; did you mean --json?\n");
  EXPECT_EQ(error_of({"run", "a.yaml", "--quantities=x"}),
            "error: there is no option --quantities; did you mean --quantity?\n");
  EXPECT_EQ(error_of({"run", "a.yaml", "--unheard-of"}),
            "error: there is no option --unheard-of; shardscope help run lists them\n");
}

TEST(CommandLine, SaysWhatIsMissing) {
  EXPECT_EQ(error_of({"run"}), "error: run: a file is missing, as: shardscope run mine.yaml\n");
  EXPECT_EQ(error_of({"run", "a.yaml", "--json"}), "error: --json: needs a value, FILE\n");
}

TEST(CommandLine, ReadsTimes) {
  for (const auto& [text, seconds] :
       {std::pair{"90", 90}, {"90s", 90}, {"10m", 600}, {"2h", 7200}}) {
    EXPECT_EQ(parse_duration(text), std::chrono::seconds(seconds)) << text;
  }
  for (const char* text :
       {"", "m", "-1", "0", "0m", "1.5h", "10 m", "10min", "300000h", "99999999999999999999"}) {
    EXPECT_EQ(parse_duration(text), std::nullopt) << text;
  }
}

TEST(CommandLine, HelpsWithEveryCommandAndAnExample) {
  for (const char* command : {"run", "sweep", "dry", "estimate", "formulas", "keys", "variables",
                              "quantities", "import"}) {
    const auto line = parse({"help", command});
    ASSERT_TRUE(std::holds_alternative<Finished>(line));
    const auto& [status, text] = std::get<Finished>(line);
    EXPECT_EQ(status, 0);
    EXPECT_NE(text.find(fmt::format("shardscope {}", command)), std::string::npos) << text;
    EXPECT_EQ(std::get<Finished>(parse({command, "--help"})).text, text);
  }
  EXPECT_EQ(std::get<Finished>(parse({"help"})).text, std::get<Finished>(parse({})).text);
  EXPECT_EQ(error_of({"help", "rum"}), "error: 'rum' is no command; did you mean run?\n");
}

TEST(CommandLine, ReadsWhatIsToBeShown) {
  const auto line = parse({"dry", "a.yaml", "--formula", "seed.*", "--formula", "ex.*",
                           "--quantity", "memory.*", "--sort", "headroom", "--fits", "--top", "3"});
  ASSERT_TRUE(std::holds_alternative<Options>(line));
  const auto& options = std::get<Options>(line);
  EXPECT_EQ(options.shown_formulas, (std::vector<std::string>{"seed.*", "ex.*"}));
  EXPECT_EQ(options.shown_quantities, std::vector<std::string>{"memory.*"});
  EXPECT_EQ(options.sort, "headroom");
  EXPECT_TRUE(options.fits);
  EXPECT_EQ(options.top, 3U);
}

TEST(CommandLine, RefusesLaterOptionsAndCommandsByName) {
  for (const char* option : {"--report", "--html", "--trace"}) {
    EXPECT_EQ(error_of({"run", "a.yaml", option, "x"}),
              std::string("error: ") + option +
                  ": is not supported yet; results are written by --json, --csv and --dump\n");
  }
  EXPECT_EQ(error_of({"sweep", "a.yaml", "--wire"}),
            "error: --wire: is not supported yet; traffic is reported as payload\n");
  EXPECT_NE(error_of({"sweep", "a.yaml", "--resume"}).find("goes on by itself"), std::string::npos);
  for (const char* command : {"explain", "diff", "lesson", "search", "audit"}) {
    EXPECT_EQ(error_of({command, "a.yaml", "--any", "thing"}),
              std::string("error: ") + command +
                  ": is not supported yet; supported commands: run, sweep, dry, estimate, "
                  "formulas, import, keys, variables, quantities\n");
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
