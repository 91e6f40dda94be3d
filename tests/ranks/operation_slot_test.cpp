#include "ranks/operation_slot.hpp"

#include <array>
#include <chrono>
#include <thread>

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

// One thread begins and ends operations while another looks: it never sees half of two. The peer
// of each operation says which roster belongs to it.
TEST(OperationSlot, NeverShowsHalfOfTwoOperations) {
  const std::array<ranks::Roster, 2> rosters = {pipeline, {ranks::Axis::dp, {0, 1}}};
  const std::array<Activity, 2> activities = {Activity::receive, Activity::send};
  OperationSlot slot;
  std::jthread writer([&](const std::stop_token& stop) {
    for (std::size_t i = 0; !stop.stop_requested(); i = 1 - i) {
      const Waiting waiting(slot, {activities[i], &rosters[i], static_cast<int>(i)});
    }
  });
  constexpr int enough = 10'000;
  const auto latest = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  int seen = 0;
  while (seen < enough && std::chrono::steady_clock::now() < latest) {
    const auto snapshot = slot.waiting();
    if (!snapshot) continue;
    ++seen;
    const auto which = static_cast<std::size_t>(snapshot->operation.peer.value_or(-1));
    ASSERT_LT(which, rosters.size());
    ASSERT_EQ(snapshot->operation.roster, &rosters[which]);
    ASSERT_EQ(snapshot->operation.activity, activities[which]);
  }
  EXPECT_GT(seen, 0);
}

}  // namespace
