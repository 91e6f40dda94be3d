#include "ranks/traffic.hpp"

#include <gtest/gtest.h>

#include "sim/ensure.hpp"

namespace {

using ranks::Axis;
using ranks::Operation;

TEST(TrafficRecord, KeepsAxesAndOperationsApart) {
  ranks::TrafficRecord record;
  record.add(Axis::dp, Operation::all_reduce, 100);
  record.add(Axis::dp, Operation::all_reduce, 20);
  record.add(Axis::dp, Operation::all_gather, 7);
  record.add(Axis::tp, Operation::all_reduce, 0);
  EXPECT_EQ(record.at(Axis::dp, Operation::all_reduce).calls, 2);
  EXPECT_EQ(record.at(Axis::dp, Operation::all_reduce).bytes, 120);
  EXPECT_EQ(record.at(Axis::dp, Operation::all_gather).calls, 1);
  EXPECT_EQ(record.at(Axis::dp, Operation::all_gather).bytes, 7);
  EXPECT_EQ(record.at(Axis::tp, Operation::all_reduce).calls, 1);
  EXPECT_EQ(record.at(Axis::tp, Operation::all_reduce).bytes, 0);
  EXPECT_EQ(record.at(Axis::pp, Operation::send).calls, 0);
}

TEST(TrafficRecord, StartsAnewWithTheStep) {
  ranks::TrafficRecord record;
  record.add(Axis::pp, Operation::send, 5);
  record.begin_step();
  EXPECT_EQ(record.at(Axis::pp, Operation::send).calls, 0);
  EXPECT_EQ(record.at(Axis::pp, Operation::send).bytes, 0);
}

TEST(TrafficRecord, CountsBeyondThirtyTwoBits) {
  ranks::TrafficRecord record;
  for (int i = 0; i < 3; ++i) record.add(Axis::dp, Operation::reduce_scatter, 3'000'000'000);
  EXPECT_EQ(record.at(Axis::dp, Operation::reduce_scatter).bytes, 9'000'000'000);
}

TEST(TrafficRecord, RefusesNegativeBytes) {
  ranks::TrafficRecord record;
  EXPECT_THROW(record.add(Axis::dp, Operation::send, -1), sim::Error);
}

TEST(TrafficRecord, NamesAreThoseOfTheResultFiles) {
  EXPECT_EQ(name_of(Axis::tied), "tied");
  EXPECT_EQ(name_of(Axis::control), "control");
  EXPECT_EQ(name_of(Operation::reduce_scatter), "reduce_scatter");
}

}  // namespace
