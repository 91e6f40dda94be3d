#include "ranks/host_cores.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace {

using ranks::CoreSet;

CoreSet cores(std::size_t first, std::size_t count) {
  CoreSet set;
  for (std::size_t core = first; core < first + count; ++core) set.set(core);
  return set;
}

TEST(HostCores, RanksThatMayRunAnywhereShareEvenly) {
  for (std::size_t ranks = 1; ranks <= 70; ++ranks) {
    for (std::size_t all = 1; all <= 64; ++all) {
      const std::vector<CoreSet> of_host(ranks, cores(0, all));
      const int share = ranks::share_of_cores(of_host, ranks - 1);
      EXPECT_EQ(share, all < ranks ? 1 : static_cast<int>(all / ranks)) << ranks << " on " << all;
    }
  }
}

TEST(HostCores, BoundRanksHaveTheirOwn) {
  const std::vector<CoreSet> of_host{cores(0, 3), cores(3, 1), cores(4, 4)};
  EXPECT_EQ(ranks::share_of_cores(of_host, 0), 3);
  EXPECT_EQ(ranks::share_of_cores(of_host, 1), 1);
  EXPECT_EQ(ranks::share_of_cores(of_host, 2), 4);
}

// Two bound to cores 0-3, one free on 0-7: 4/3 each of the first, 4/3 + 4 for the free one.
TEST(HostCores, SharedAndOwnCoresAddUp) {
  const std::vector<CoreSet> of_host{cores(0, 4), cores(0, 4), cores(0, 8)};
  EXPECT_EQ(ranks::share_of_cores(of_host, 0), 1);
  EXPECT_EQ(ranks::share_of_cores(of_host, 2), 5);
}

}  // namespace
