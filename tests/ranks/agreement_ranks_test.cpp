// Ranks that do not call alike are told so at once, all of them, with who calls what.

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "ranks/agreement.hpp"
#include "ranks/session.hpp"
#include "tests/ranks/numbers.hpp"
#include "tests/support/session.hpp"

namespace {

using numbers::row;
using ranks::Axis;
using test_support::session;

class Agreement : public testing::Test {
 protected:
  Agreement() { ::setenv("SHARDSCOPE_CHECK_COLLECTIVES", "1", 1); }
  ~Agreement() override { ::unsetenv("SHARDSCOPE_CHECK_COLLECTIVES"); }

  [[nodiscard]] ranks::Group everyone() {
    return session().make_group(Axis::dp, {.dp = session().size()}, record_);
  }
  [[nodiscard]] static bool is_odd_one_out() { return session().rank() == session().size() - 1; }

  // What this rank is told when it calls; empty: nothing is wrong.
  template <class Call>
  static std::string told(Call call) {
    try {
      call();
    } catch (const sim::Error& error) {
      return error.what();
    }
    return "";
  }

  ranks::TrafficRecord record_;
};

TEST_F(Agreement, OnTheNumberOfElements) {
  ranks::Group group = everyone();
  std::vector<float> values(is_odd_one_out() ? 12 : 1000);
  const std::string reason = told([&] { group.all_reduce(row(values)); });
  if (session().size() == 1) {
    EXPECT_EQ(reason, "");
    return;
  }
  EXPECT_EQ(reason,
            "ranks of a group over dp call different operations: rank 0 calls all_reduce of "
            "1000 fp32, rank " +
                std::to_string(session().size() - 1) + " calls all_reduce of 12 fp32");
}

TEST_F(Agreement, OnTheOperation) {
  if (session().size() == 1) GTEST_SKIP();
  ranks::Group group = everyone();
  const auto size = static_cast<std::size_t>(12 * session().size());
  std::vector<float> values(size);
  const std::string reason = told([&] {
    if (is_odd_one_out()) {
      group.all_gather_in_place(row(values), 0, 12);
    } else {
      group.all_reduce(row(values));
    }
  });
  EXPECT_NE(reason.find("rank 0 calls all_reduce of " + std::to_string(size) + " fp32, rank " +
                        std::to_string(session().size() - 1) + " calls all_gather of " +
                        std::to_string(size) + " fp32"),
            std::string::npos)
      << reason;
}

TEST_F(Agreement, OnTheReductionAndOnNothingToSend) {
  if (session().size() == 1) GTEST_SKIP();
  ranks::Group group = everyone();
  const auto reduction = is_odd_one_out() ? ranks::Reduction::max : ranks::Reduction::sum;
  EXPECT_NE(told([&] { static_cast<void>(group.all_reduce(1.0, reduction)); }), "");
  std::vector<float> values(is_odd_one_out() ? 0 : 3);
  EXPECT_NE(told([&] { group.all_reduce(row(values)); }), "");
}

TEST_F(Agreement, ChangesNoResult) {
  ranks::Group group = everyone();
  std::vector<float> values(5, 2.0F);
  group.all_reduce(row(values));
  EXPECT_EQ(values, std::vector<float>(5, 2.0F * static_cast<float>(session().size())));
}

TEST(AgreementSwitch, IsTheEnvironments) {
  ::setenv("SHARDSCOPE_CHECK_COLLECTIVES", "0", 1);
  EXPECT_FALSE(ranks::collectives_are_checked());
  ::setenv("SHARDSCOPE_CHECK_COLLECTIVES", "1", 1);
  EXPECT_TRUE(ranks::collectives_are_checked());
  ::unsetenv("SHARDSCOPE_CHECK_COLLECTIVES");
}

}  // namespace
