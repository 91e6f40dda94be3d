#include "scenarios/commands/memory_refusal.hpp"

#include <gtest/gtest.h>

#include "tests/scenarios/reader/reading.hpp"

namespace scenarios {
namespace {

// fit_test.cpp has the 3,998,464 bytes of a rank by hand.
std::vector<Task> t0_on_two() {
  return {{test::read_one(test::t0, {"parallel.data_parallel_size=2"}), nullptr}};
}

std::string refusal(const std::vector<Task>& tasks, std::int64_t available) {
  try {
    refuse_too_large(tasks, available);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "none";
}

TEST(MemoryRefusal, AddsUpTheRanks) {
  EXPECT_EQ(held_together(t0_on_two()[0].scenario.plan), 2 * 3'998'464);
}

TEST(MemoryRefusal, ComesWithTheFirstByteThatIsMissing) {
  EXPECT_EQ(refusal(t0_on_two(), 7'996'928), "none");
  const std::string text = refusal(t0_on_two(), 7'996'927);
  EXPECT_NE(text.find("needs 7,996,928 bytes (0.007 GiB) for the peaks of its 2 ranks; "),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("has 7,996,927 ("), std::string::npos) << text;
}

// 2^31 - 1 ranks of 2.8e12 bytes or more each are 6e21, past 2^63 = 9.2e18.
TEST(MemoryRefusal, AddsUpBeyondSixtyFourBits) {
  const Scenario huge = test::read_one(
      "model: {num_layers: 96, hidden_size: 12288, num_attention_heads: 96, vocab_size: 51200, "
      "seq_length: 2048}\n"
      "parallel: {data_parallel_size: 2147483647}\n"
      "training: {micro_batch_size: 1, global_batch_size: 2147483647}\n");
  EXPECT_GT(held_together(huge.plan), Int128{16} * 174'615'846'912 * 2147483647);
}

}  // namespace
}  // namespace scenarios
