#include "scenarios/read/changes.hpp"

#include <gtest/gtest.h>

#include "tests/scenarios/reader/reading.hpp"

namespace scenarios {
namespace {

using test::read_one;
using test::t0;

const Changes twice_the_tensor_ranks = {{"parallel.tensor_model_parallel_size", std::int64_t{2}}};

TEST(Changes, AreWrittenAsSetTakesThem) {
  EXPECT_EQ(text_of(Changes{{"zero.stage", std::int64_t{3}}, {"recompute", std::string("full")}}),
            "zero.stage=3 recompute=full");
}

// 129 words are padded to a multiple of 128 t.
TEST(Changes, FillDefaultsAfresh) {
  const Scenario scenario =
      read_one(t0, {"model.vocab_size=129", "model.make_vocab_size_divisible_by=128"});
  EXPECT_EQ(scenario.plan.model.padded_vocabulary, 256);
  const ChangedPlan changed =
      changed_plan(scenario, {{"parallel.tensor_model_parallel_size", std::int64_t{4}},
                              {"parallel.pipeline_model_parallel_size", std::int64_t{2}}});
  ASSERT_TRUE(changed.plan);
  EXPECT_EQ(changed.plan->model.padded_vocabulary, 512);
  EXPECT_EQ(changed.plan->layers_per_stage, (std::vector<std::int64_t>{2, 2}));
  EXPECT_EQ(changed.plan->mesh.size(), 8);
}

TEST(Changes, LeaveWhatWasGiven) {
  const Scenario scenario =
      read_one(t0 + "sweep: {recompute: [full]}\n", {"training.global_batch_size=8"});
  const ChangedPlan changed = changed_plan(scenario, twice_the_tensor_ranks);
  ASSERT_TRUE(changed.plan);
  EXPECT_EQ(changed.plan->global_batch_size, 8);
  EXPECT_EQ(changed.plan->activations.recompute, sim::Recompute::full);
}

TEST(Changes, AreCheckedAsTheOptionIs) {
  const Scenario scenario = read_one(t0, {"model.num_attention_heads=1"});
  const ChangedPlan changed = changed_plan(scenario, twice_the_tensor_ranks);
  EXPECT_FALSE(changed.plan);
  ASSERT_EQ(changed.faults.size(), 1U);
  EXPECT_EQ(changed.faults[0].where, "--set parallel.tensor_model_parallel_size=2");
}

}  // namespace
}  // namespace scenarios
