// GoogleTest under mpirun: rank 0 prints progress, the other ranks only what fails, with their
// number; the run fails on every rank when a test failed on any.

#include <algorithm>
#include <chrono>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/session.hpp"

namespace {

ranks::Session* running_session = nullptr;

class FailurePrinter : public testing::EmptyTestEventListener {
 public:
  explicit FailurePrinter(int rank) : rank_(rank) {}

 private:
  void OnTestStart(const testing::TestInfo& test) override {
    test_ = std::string(test.test_suite_name()) + "." + test.name();
  }
  // Must not ask UnitTest anything: GoogleTest holds its lock while it reports a failure.
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (!result.failed()) return;
    std::ostringstream line;
    line << "rank " << rank_ << ": " << test_ << ": "
         << (result.file_name() != nullptr ? result.file_name() : "") << ":" << result.line_number()
         << ": " << result.message() << "\n";
    std::cout << line.str() << std::flush;
  }

  std::string test_;
  int rank_;
};

void quieten_all_but_first(int rank) {
  if (rank == 0) return;
  auto& listeners = testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
  listeners.Append(new FailurePrinter(rank));
}

/// 1 on every rank when any rank has failed.
int common_result(ranks::Session& session, int own) {
  const std::vector<std::string> results = session.gather_texts(std::to_string(own));
  const bool all_passed =
      std::all_of(results.begin(), results.end(), [](const auto& text) { return text == "0"; });
  return session.share_text(all_passed ? "0" : "1") == "0" ? 0 : 1;
}

}  // namespace

ranks::Session& test_support::session() {
  return *running_session;
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  ranks::Session session(argc, argv, std::chrono::seconds(60));
  running_session = &session;
  quieten_all_but_first(session.rank());
  return common_result(session, RUN_ALL_TESTS());
}
