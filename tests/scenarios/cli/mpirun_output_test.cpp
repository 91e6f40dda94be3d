#include "scenarios/commands/mpirun_output.hpp"

#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace scenarios {
namespace {

struct Relayed {
  std::string passed;
  std::string reason;
};

Relayed relay(const std::string& text) {
  MpirunOutput output;
  Relayed relayed;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (const auto passed = output.pass(line)) relayed.passed += *passed + "\n";
  }
  relayed.reason = output.reason();
  return relayed;
}

const std::string frame(74, '-');

// Open MPI 4.1's own words for a rank that was killed.
TEST(MpirunOutput, FindsTheRankThatASignalEnded) {
  const Relayed relayed =
      relay("info: a log line\n" + frame +
            "\nPrimary job  terminated normally, but 1 process returned\n"
            "a non-zero exit code. Per user-direction, the job has been aborted.\n" +
            frame + "\n" + frame +
            "\nmpirun noticed that process rank 1 with PID 4242 on node host exited on signal 9 "
            "(Killed).\n" +
            frame + "\n");
  EXPECT_EQ(relayed.passed, "info: a log line\n");
  EXPECT_EQ(relayed.reason, "error: rank 1: ended by signal 9 (Killed)");
}

TEST(MpirunOutput, PrefersWhatTheFirstRankSaidOfItself) {
  const Relayed relayed = relay(
      "error: rank 2: waited 5 s in all_reduce over dp\n"
      "error: rank 0: the other\n" +
      frame + "\nMPI_ABORT was invoked on rank 2 in communicator MPI_COMM_WORLD\n" + frame +
      "\n[host:77] 1 more process has sent help message help-mpi-api.txt / mpi-abort\n");
  EXPECT_EQ(relayed.passed, "");
  EXPECT_EQ(relayed.reason, "error: rank 2: waited 5 s in all_reduce over dp");
}

TEST(MpirunOutput, FallsBackToTheExitCodeAndToTheFirstWords) {
  EXPECT_EQ(relay(frame +
                  "\nmpirun detected that one or more processes exited with non-zero status:\n\n"
                  "  Process name: [[3838,1],3]\n  Exit code:    66\n" +
                  frame + "\n")
                .reason,
            "error: rank 3: ended with status 66");
  EXPECT_EQ(relay(frame + "\nmpirun could not find anything.\n\n" + frame + "\n").reason,
            "error: mpirun: mpirun could not find anything.");
  EXPECT_EQ(relay(frame + "\nOpen RTE was unable to open the hostfile:\n    /nope/hosts\n" + frame +
                  "\n" + frame +
                  "\nAn internal error has occurred in ORTE:\n\n[[1,0],0] FORCE-TERMINATE\n" +
                  frame + "\n")
                .reason,
            "error: mpirun: Open RTE was unable to open the hostfile: /nope/hosts");
  EXPECT_EQ(relay("info: all is well\n").reason, "");
}

}  // namespace
}  // namespace scenarios
