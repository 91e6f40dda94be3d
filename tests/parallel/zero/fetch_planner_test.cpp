// What is gathered and released when, worked out by hand on a chunk of four modules: sizes and a
// trace are all the planner knows.

#include <gtest/gtest.h>

#include "tests/parallel/zero/walk.hpp"

namespace {

using parallel::Stage3Plan;
using test::far;
using test::knobs;
using test::plain_backward;
using test::plain_forward;
using test::text_of;
using test::Walk;

// Whatever the knobs, persistent parameters too: recorded modules are gathered and released.
TEST(FetchPlanner, WhileRecordingEveryModuleIsReleased) {
  Walk walk(knobs(far, far, 60));
  EXPECT_EQ(walk.forward(), plain_forward);
  EXPECT_EQ(walk.backward(), plain_backward);
  EXPECT_EQ(walk.planner().live(), 0);
}

// No prefetch, no reuse, nothing persistent: the largest module is all that is ever live.
TEST(FetchPlanner, WithAllKnobsAtZeroOneModuleIsLive) {
  Walk walk(knobs(0, 0));
  walk.record();
  EXPECT_EQ(walk.forward(), plain_forward);
  EXPECT_EQ(walk.backward(), plain_backward);
  EXPECT_EQ(walk.peak(), 100);
}

// Entering A: 50, then 55 elements are below the bucket of 60, so 80 more are taken. Entering C:
// D's second use costs nothing and C's own second use is passed, so both stay when they are left;
// 50 and 55 are below 60, so A's 100 are taken too and everything is live.
TEST(FetchPlanner, PrefetchGoesOnWhileItsSumIsBelowTheBucket) {
  Walk walk(knobs(60, 0));
  walk.record();
  EXPECT_EQ(walk.forward(), "A[+0 >1,2,3 -0] B[>4 -1,2] C[>1,2,0] D[]");
  EXPECT_EQ(walk.planner().live(), 295);
  EXPECT_EQ(walk.backward(), "D[-4] C[-3] B[-1,2] A[-0]");
}

// A sum that meets the bucket exactly ends the prefetch: B's 55.
TEST(FetchPlanner, TheBucketIsAStrictBound) {
  Walk walk(knobs(55, 0));
  EXPECT_EQ(walk.record().forward().substr(0, 13), "A[+0 >1,2 -0]");
}

// max_live 120. Entering A: 100 are live, the budget is 20 and B's 50 overshoot it: 150. B's other
// parameter is gathered when B is entered. Backward, entering D: 140 are live, no budget at all.
// Entering B: 55 are live, the budget is 65 and A's 100 make 155.
TEST(FetchPlanner, MaxLiveLimitsPrefetchingAlone) {
  Walk walk(knobs(far, 0, 0, 120));
  walk.record();
  EXPECT_EQ(walk.forward(), "A[+0 >1 -0] B[+2 >3 -1,2] C[>4 -3] D[>3]");
  EXPECT_EQ(walk.backward(), "D[-4] C[>1 -3] B[+2 >0 -1,2] A[-0]");
  EXPECT_EQ(walk.peak(), 155);
}

// What a module needs is gathered whatever the limit, and what is reused soon is not released for
// its sake: with max_live 1 all 295 elements end up live.
TEST(FetchPlanner, MaxLiveIsNoHardCap) {
  Walk walk(knobs(far, far, 0, 1));
  walk.record();
  EXPECT_EQ(walk.forward(), "A[+0] B[+1,2] C[+3] D[+4]");
  EXPECT_EQ(walk.backward(), "D[-4] C[-3] B[-1,2] A[-0]");
  EXPECT_EQ(walk.peak(), 295);
}

// From leaving to the next use a parameter of A waits 390 elements (55 + 80 + 60 twice), one of B
// 280, of C 120 and D none. It stays when that is below the distance.
TEST(FetchPlanner, ReuseDistanceIsCountedInElementsOfTheModulesBetween) {
  const auto passes = [](std::int64_t reuse) {
    Walk walk(knobs(0, reuse));
    const std::string forward = walk.record().forward();
    return forward + " | " + walk.backward();
  };
  EXPECT_EQ(passes(391), "A[+0] B[+1,2] C[+3] D[+4] | D[-4] C[-3] B[-1,2] A[-0]");
  EXPECT_EQ(passes(390), "A[+0 -0] B[+1,2] C[+3] D[+4] | D[-4] C[-3] B[-1,2] A[+0 -0]");
  EXPECT_EQ(passes(280), "A[+0 -0] B[+1,2 -1,2] C[+3] D[+4] | D[-4] C[-3] B[+1,2 -1,2] A[+0 -0]");
  EXPECT_EQ(passes(1),
            "A[+0 -0] B[+1,2 -1,2] C[+3 -3] D[+4] | D[-4] C[+3 -3] B[+1,2 -1,2] A[+0 -0]");
}

// DeepSpeed's defaults are larger than this model: persistence keeps all of it.
TEST(FetchPlanner, DefaultsKeepASmallModelWhole) {
  Walk walk(Stage3Plan{});
  walk.record();
  EXPECT_EQ(walk.planner().live(), 295);
  EXPECT_EQ(walk.forward(), "A[] B[] C[] D[]");
  EXPECT_EQ(walk.backward(), "D[] C[] B[] A[]");
}

// The trace is that of one micro-batch: what its backward has left is not kept for the next one.
TEST(FetchPlanner, NothingIsKeptFromOneMicroBatchToTheNext) {
  Walk walk(knobs(0, far));
  walk.record();
  for (int micro_batch = 0; micro_batch < 2; ++micro_batch) {
    EXPECT_EQ(walk.forward(), "A[+0] B[+1,2] C[+3] D[+4]");
    EXPECT_EQ(walk.backward(), "D[-4] C[-3] B[-1,2] A[-0]");
  }
}

// At most 60 elements: 50 and 5 of B, 60 of D. They are gathered together before the first
// optimizer step, and again after each; they count as live and cost no prefetch.
TEST(FetchPlanner, PersistentParametersStay) {
  Walk walk(knobs(60, 0, 60));
  walk.forward();
  walk.backward();
  const auto end = walk.planner().end_step();
  EXPECT_EQ(text_of(end.release), "");
  EXPECT_EQ(text_of(end.gather), "1,2,4");
  EXPECT_EQ(text_of(walk.planner().live_persistent()), "1,2,4");
  EXPECT_EQ(walk.planner().live(), 115);
  EXPECT_EQ(walk.forward(), "A[+0 >3 -0] B[>0] C[] D[]");
  EXPECT_EQ(walk.backward(), "D[] C[-3] B[] A[-0]");
  const auto next = walk.planner().end_step();
  EXPECT_EQ(text_of(next.release) + text_of(next.gather), "");
  EXPECT_EQ(walk.planner().live(), 115);
}

// 115 persistent elements and A's 100 leave 5 of 220 for a prefetch.
TEST(FetchPlanner, PersistentParametersCountAsLive) {
  Walk walk(knobs(far, 0, 60, 220));
  EXPECT_EQ(walk.record().forward().substr(0, 11), "A[+0 >3 -0]");
  Walk full(knobs(far, 0, 60, 215));
  EXPECT_EQ(full.record().forward().substr(0, 8), "A[+0 -0]");
}

}  // namespace
