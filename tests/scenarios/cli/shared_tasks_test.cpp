#include "scenarios/commands/shared_tasks.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "scenarios/commands/piped_texts.hpp"
#include "scenarios/read/descriptor.hpp"
#include "sim/ensure.hpp"
#include "tests/scenarios/reader/reading.hpp"

namespace scenarios::test {
namespace {

// Keys of every kind, given and absent.
std::vector<Task> tasks_of_a_sweep() {
  std::vector<Task> tasks;
  for (Scenario& scenario :
       read_all(t0 + "parallel: {pipeline_model_parallel_size: 2, num_layers_per_stage: [1, 3]}\n"
                     "optimizer: {type: sgd, betas: [0.5, 0.25]}\n"
                     "hardware: {memory_bytes: 80GB}\nprecision: mixed_bf16\n"
                     "sweep: {zero.stage: [0, 2], parallel.data_parallel_size: [1, 2]}\n",
                {"training.data=some text.txt", "training.seed=9223372036854775807"})) {
    tasks.push_back({std::move(scenario), nullptr});
  }
  return tasks;
}

TEST(SharedTasks, AreWhatARankRuns) {
  const std::vector<Task> read = tasks_of_a_sweep();
  const std::vector<Task> received = tasks_of(bytes_of(read));
  ASSERT_EQ(received.size(), 4U);
  for (std::size_t i = 0; i < read.size(); ++i) {
    const Scenario& here = read[i].scenario;
    const Scenario& there = received[i].scenario;
    EXPECT_EQ(there.name, here.name);
    EXPECT_EQ(there.values, here.values) << here.name;
    EXPECT_EQ(there.inputs.data, "some text.txt");
    EXPECT_TRUE(there.inputs.batches.empty());
    EXPECT_EQ(there.ranks(), here.ranks());
    EXPECT_EQ(there.plan.layers_per_stage, (std::vector<std::int64_t>{1, 3}));
    EXPECT_EQ(there.plan.zero.stage, here.plan.zero.stage);
    EXPECT_EQ(there.plan.seed, 9223372036854775807U);
  }
}

TEST(SharedTasks, AreRefusedWhenBytesAreMissing) {
  const std::string bytes = bytes_of(tasks_of_a_sweep());
  EXPECT_TRUE(tasks_of("").empty());
  EXPECT_THROW(tasks_of(bytes.substr(0, bytes.size() - 1)), sim::Error);
}

TEST(PipedTexts, ReachAnotherProcessAsTheyWere) {
  const std::map<std::string, std::string> texts = {{"/dev/fd/63", std::string("a: 1\n\0b", 7)},
                                                    {"/dev/stdin", ""}};
  const Descriptor descriptor(hand_over(texts));
  EXPECT_EQ(handed_texts(descriptor.number()), texts);
  EXPECT_TRUE(handed_texts(descriptor.number()).empty());  // it has been read
}

TEST(PipedTexts, AreThoseOfPipesAlone) {
  const TemporaryFolder folder;
  const std::vector<std::filesystem::path> files{folder.write("s.yaml", "scenario: s\n"),
                                                 folder.path(), folder.path() / "none.yaml"};
  EXPECT_TRUE(texts_of_pipes(files).empty());
}

}  // namespace
}  // namespace scenarios::test
