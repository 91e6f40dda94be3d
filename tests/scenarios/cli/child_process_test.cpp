#include "scenarios/commands/child_process.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace scenarios {
namespace {

struct Outcome {
  ChildEnd end;
  std::string output;
  std::vector<std::string> lines;
};

Outcome shell(const std::string& script) {
  Outcome outcome;
  outcome.end = run_child(
      {"sh", "-c", script}, {{"SHARDSCOPE_TEST", "given"}},
      [&outcome](std::string_view bytes) { outcome.output += bytes; },
      [&outcome](const std::string& line) { outcome.lines.push_back(line); });
  return outcome;
}

TEST(RunChild, ReturnsTheStatusAndTheLinesOfStandardError) {
  const Outcome outcome = shell("echo one >&2; printf '%s' \"$SHARDSCOPE_TEST\" >&2; exit 7");
  EXPECT_EQ(outcome.end.status, 7);
  EXPECT_EQ(outcome.lines, (std::vector<std::string>{"one", "given"}));
}

TEST(RunChild, GivesWhatIsPrintedAsItStands) {
  const Outcome outcome = shell("printf 'a\\nb'; echo c >&2; exec 2>&-; sleep 0.1; printf d");
  EXPECT_EQ(outcome.output, "a\nbd");
  EXPECT_EQ(outcome.lines, std::vector<std::string>{"c"});
}

TEST(RunChild, TellsASignalFromAStatus) {
  const Outcome outcome = shell("kill -KILL $$");
  EXPECT_EQ(outcome.end.signal, SIGKILL);
  EXPECT_EQ(outcome.end.interrupted_by, 0);
}

TEST(RunChild, PassesTheEndingOfThisProcessOn) {
  // The child asks its parent, which is this process, to end; the child ends instead.
  const Outcome outcome = shell("kill -TERM $PPID; sleep 60");
  EXPECT_EQ(outcome.end.interrupted_by, SIGTERM);
  EXPECT_EQ(outcome.end.signal, SIGTERM);
}

// Whatever goes wrong with what a child says, the child does not outlive it, nor stay unreaped.
TEST(RunChild, EndsTheChildWhenWhatItSaysCannotBeTaken) {
  for (const char* script :
       {"echo $$; exec sleep 60", "trap '' TERM PIPE; echo $$; exec sleep 60"}) {
    pid_t child = 0;
    EXPECT_THROW(run_child(
                     {"sh", "-c", script}, {},
                     [&child](std::string_view bytes) {
                       child = std::stoi(std::string(bytes));
                       throw std::runtime_error("no room");
                     },
                     [](const std::string&) {}),
                 std::runtime_error);
    ASSERT_GT(child, 0);
    EXPECT_EQ(::kill(child, 0), -1) << script;
    EXPECT_EQ(errno, ESRCH) << script;
  }
}

TEST(RunChild, RefusesAProgramThatIsNotThere) {
  EXPECT_THROW(
      run_child(
          {"no-such-program-here"}, {}, [](std::string_view) {}, [](const std::string&) {}),
      std::runtime_error);
}

}  // namespace
}  // namespace scenarios
