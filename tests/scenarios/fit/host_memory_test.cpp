#include "scenarios/fit/host_memory.hpp"

#include <gtest/gtest.h>

#include "tests/scenarios/temporary_folder.hpp"

namespace scenarios {
namespace {

// A machine with 1,000 KiB available.
class HostMemory : public testing::Test {
 protected:
  void SetUp() override {
    write("proc/meminfo",
          "MemTotal:        4000 kB\nMemFree:          900 kB\nHugePages_Total:       0\n"
          "MemAvailable:    1000 kB\nBuffers:            1 kB\n");
  }
  void write(const std::string& file, const std::string& text) { folder_.write(file, text); }
  [[nodiscard]] std::optional<std::int64_t> available() const {
    return available_memory(folder_.path());
  }

 private:
  test::TemporaryFolder folder_;
};

TEST_F(HostMemory, IsWhatTheKernelSaysIsAvailable) {
  EXPECT_EQ(available(), 1'024'000);
}

TEST_F(HostMemory, TheLeastLimitAroundAGroupCounts) {
  write("proc/self/cgroup", "0::/outer/inner\n");
  write("sys/fs/cgroup/outer/inner/memory.max", "max\n");
  EXPECT_EQ(available(), 1'024'000);
  write("sys/fs/cgroup/outer/memory.max", "500000\n");
  EXPECT_EQ(available(), 500'000);
  write("sys/fs/cgroup/outer/inner/memory.max", "400000\n");
  EXPECT_EQ(available(), 400'000);
}

// What is used already is not to be had, but for what the system would give back.
TEST_F(HostMemory, WhatAGroupUsesIsTakenOff) {
  write("proc/self/cgroup", "0::/group\n");
  write("sys/fs/cgroup/group/memory.max", "500000\n");
  write("sys/fs/cgroup/group/memory.current", "420000\n");
  EXPECT_EQ(available(), 80'000);
  write("sys/fs/cgroup/group/memory.stat", "anon 7\ninactive_file 20000\nactive_file 5\n");
  EXPECT_EQ(available(), 100'000);
  write("sys/fs/cgroup/group/memory.current", "600000\n");
  EXPECT_EQ(available(), 0) << "a group that is over its limit";
}

TEST_F(HostMemory, ReadsTheFirstVersionOfGroups) {
  write("proc/self/cgroup", "9:name=systemd:/\n4:cpu,memory:/gone\n0::/\n");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(available(), 1'024'000) << "no limit";
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "300000\n");
  EXPECT_EQ(available(), 300'000) << "the container's own group is the mount";
  write("sys/fs/cgroup/memory/memory.usage_in_bytes", "120000\n");
  write("sys/fs/cgroup/memory/memory.stat", "inactive_file 1\ntotal_inactive_file 20000\n");
  EXPECT_EQ(available(), 200'000);
}

TEST(HostMemoryAlone, IsUnknownWhereNothingTellsIt) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(available_memory(folder.path()), std::nullopt);
}

}  // namespace
}  // namespace scenarios
