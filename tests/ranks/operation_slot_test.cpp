#include "ranks/operation_slot.hpp"

#include <gtest/gtest.h>

namespace {

using ranks::Activity;
using ranks::OperationSlot;
using ranks::Waiting;

const ranks::Roster pipeline{ranks::Axis::pp, {0, 4, 8}};

TEST(OperationSlot, IsEmptyWhileComputing) {
  OperationSlot slot;
  EXPECT_FALSE(slot.waiting());
  { const Waiting waiting(slot, {Activity::receive, &pipeline, 1}); }
  EXPECT_FALSE(slot.waiting());
}

TEST(OperationSlot, ShowsWhatIsWaitedFor) {
  OperationSlot slot;
  const Waiting waiting(slot, {Activity::receive, &pipeline, 1});
  const auto seen = slot.waiting();
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->operation.activity, Activity::receive);
  EXPECT_EQ(seen->operation.roster, &pipeline);
  EXPECT_EQ(seen->operation.peer, 1);
}

TEST(OperationSlot, TellsTwoEqualOperationsApart) {
  OperationSlot slot;
  const auto sequence_of_one = [&slot] {
    const Waiting waiting(slot, {Activity::all_gather, &pipeline, {}});
    return slot.waiting()->sequence;
  };
  const auto first = sequence_of_one();
  EXPECT_NE(sequence_of_one(), first);
}

TEST(OperationSlot, CollectivesHaveNoPeer) {
  OperationSlot slot;
  { const Waiting waiting(slot, {Activity::send, &pipeline, 2}); }
  const Waiting waiting(slot, {Activity::all_reduce, &pipeline, {}});
  const auto seen = slot.waiting();
  ASSERT_TRUE(seen);
  EXPECT_FALSE(seen->operation.peer);
}

}  // namespace
