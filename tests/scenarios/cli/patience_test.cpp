#include "scenarios/commands/patience.hpp"

#include <chrono>
#include <string>
#include <thread>

#include <gtest/gtest.h>

namespace {

using namespace std::chrono_literals;
using scenarios::Patience;

TEST(Patience, SpeaksOfWhatTakesLong) {
  testing::internal::CaptureStderr();
  {
    Patience patience(false, 20ms);
    patience.at("walking a long way");
    std::this_thread::sleep_for(300ms);
  }
  EXPECT_NE(testing::internal::GetCapturedStderr().find("info: walking a long way, for 0 s now\n"),
            std::string::npos);
}

TEST(Patience, IsSilentWhereThingsGoOnOrNobodyAsks) {
  testing::internal::CaptureStderr();
  {
    Patience patience(false, 10s);
    Patience silent(true, 1ms);
    patience.at("one thing");
    silent.at("another");
    std::this_thread::sleep_for(50ms);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
