#include "scenarios/read/likeness.hpp"

#include <gtest/gtest.h>

#include "scenarios/read/keys.hpp"

namespace scenarios {
namespace {

TEST(Likeness, FindsTheKeyThatWasMeant) {
  const auto expect = [](std::string_view written, std::string_view meant) {
    EXPECT_EQ(nearest_key(written), meant) << written;
  };
  expect("zero", "zero.stage");
  expect("hardware.memory", "hardware.memory_bytes");
  expect("parallel.tp", "parallel.tensor_model_parallel_size");
  expect("parallel.pp", "parallel.pipeline_model_parallel_size");
  expect("parallel.dp", "parallel.data_parallel_size");
  expect("tp", "parallel.tensor_model_parallel_size");
  expect("model.hidden_sise", "model.hidden_size");
  expect("zero.satge", "zero.stage");
  expect("model.stage", "zero.stage");
  expect("precison", "precision");
}

// One slip of the hand in any key leads back to it, or to one that is as near.
TEST(Likeness, ForgivesOneSlip) {
  for (const Key& key : all_keys()) {
    std::string written(key.path);
    const std::size_t at = written.size() / 2;
    std::swap(written[at], written[at + 1]);
    if (written == key.path) continue;
    EXPECT_LE(mistakes_between(written, nearest_key(written)), mistakes_between(written, key.path))
        << written;
    EXPECT_LE(mistakes_between(written, key.path), 2U) << written;
  }
}

}  // namespace
}  // namespace scenarios
