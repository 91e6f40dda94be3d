// The planner when passes do not come as one forward and its backward, when modules share a
// parameter, and when something is wrong.

#include <gtest/gtest.h>

#include "sim/ensure.hpp"
#include "tests/parallel/zero/walk.hpp"

namespace {

using parallel::FetchPlanner;
using parallel::Pass;
using test::far;
using test::knobs;
using test::plain_backward;
using test::plain_forward;
using test::text_of;
using test::Walk;

// GPipe with two micro-batches: the trace is the first forward and the first backward, though
// another forward runs between; the second backward already follows it.
TEST(FetchPlannerPasses, OtherMicroBatchesMayRunBetweenTheHalves) {
  Walk walk(knobs(60, 0));
  EXPECT_EQ(walk.forward(), plain_forward);
  EXPECT_EQ(walk.forward(), plain_forward);
  EXPECT_EQ(walk.backward(), plain_backward);
  EXPECT_EQ(walk.backward(), "D[+4 >3 -4] C[>1,2,0 -3] B[-1,2] A[-0]");
}

// What one forward has kept the next one finds, and the first backward releases.
TEST(FetchPlannerPasses, ForwardsInARowShareWhatIsKept) {
  Walk walk(knobs(0, far));
  walk.record();
  EXPECT_EQ(walk.forward(), "A[+0] B[+1,2] C[+3] D[+4]");
  EXPECT_EQ(walk.forward(), "A[] B[] C[] D[]");
  EXPECT_EQ(walk.backward(), "D[-4] C[-3] B[-1,2] A[-0]");
  EXPECT_EQ(walk.backward(), "D[+4 -4] C[+3 -3] B[+1,2 -1,2] A[+0 -0]");
}

// No gathered copy outlives a step, persistent ones apart, even if no backward came for it.
TEST(FetchPlannerPasses, TheEndOfAStepReleasesTheRest) {
  Walk walk(knobs(0, far, 5));
  walk.record().forward();
  EXPECT_EQ(text_of(walk.planner().end_step().release), "0,1,3,4");
  EXPECT_EQ(walk.planner().live(), 5);
}

// Two modules that hold one parameter, one inside the other: it goes with the outer one.
TEST(FetchPlannerPasses, AParameterInUseElsewhereIsKept) {
  FetchPlanner planner(knobs(0, 0), {7}, {{0}, {0}});
  planner.begin(Pass::forward);
  EXPECT_EQ(text_of(planner.enter(0).now), "0");
  EXPECT_EQ(text_of(planner.enter(1).now), "");
  EXPECT_EQ(text_of(planner.leave(1)), "");
  EXPECT_EQ(text_of(planner.leave(0)), "0");
}

// A tied table, 10 elements, before and after a module of 100: T A T, and back T A T.
TEST(FetchPlannerPasses, ATiedTableStaysForThePrefetchedUse) {
  FetchPlanner planner(knobs(far, 0), {10, 100}, {{0}, {1}});
  const auto visit = [&](Pass pass) {
    planner.begin(pass);
    std::string text;
    for (const sim::ModuleId module : {0, 1, 0}) {
      const auto fetches = planner.enter(module);
      text += text_of(fetches.now) + '>' + text_of(fetches.ahead) + '-';
      text += text_of(planner.leave(module)) + ' ';
    }
    return text;
  };
  EXPECT_EQ(visit(Pass::forward), "0>-0 1>-1 0>-0 ");
  EXPECT_EQ(visit(Pass::backward), "0>-0 1>-1 0>-0 ");
  EXPECT_EQ(visit(Pass::forward), "0>1- >- >- ");
  EXPECT_EQ(visit(Pass::backward), ">- >-1 >-0 ");
}

TEST(FetchPlannerPasses, RefusesAnotherOrderThanTheTrace) {
  Walk walk(knobs(0, 0));
  walk.record();
  walk.planner().begin(Pass::forward);
  EXPECT_THROW(static_cast<void>(walk.planner().enter(1)), sim::Error);
}

TEST(FetchPlannerPasses, RefusesABackwardWithoutAForward) {
  Walk walk(knobs(0, 0));
  EXPECT_THROW(walk.backward(), sim::Error);
}

}  // namespace
