#include "ranks/wait_report.hpp"

#include <gtest/gtest.h>

namespace {

using ranks::Activity;
using ranks::Axis;

const ranks::StuckWait in_all_reduce{0, 600.2, Activity::all_reduce, Axis::dp, {1, 2}};
constexpr double silent_after = 1.0;

TEST(WaitReport, NamesTheSilentRank) {
  EXPECT_EQ(ranks::describe(in_all_reduce,
                            {{1, 0.1, Activity::all_reduce, Axis::dp},
                             {2, 598.4, Activity::computing, Axis::control}},
                            silent_after),
            "error: rank 0: waited 600 s in all_reduce over dp with ranks 1, 2; rank 2 does not "
            "respond (last heartbeat 598 s ago)");
}

TEST(WaitReport, TellsWhereAllAreWhenNobodyIsSilent) {
  EXPECT_EQ(ranks::describe(in_all_reduce,
                            {{1, 0.1, Activity::reduce_scatter, Axis::tp},
                             {2, 0.2, Activity::computing, Axis::control}},
                            silent_after),
            "error: rank 0: waited 600 s in all_reduce over dp with ranks 1, 2; rank 1 is in "
            "reduce_scatter over tp, rank 2 is computing");
}

TEST(WaitReport, SaysNoMoreThanItKnowsOfOtherHosts) {
  EXPECT_EQ(ranks::describe({3, 5.0, Activity::receive, Axis::pp, {1}}, {}, silent_after),
            "error: rank 3: waited 5 s in receive over pp with rank 1");
}

}  // namespace
