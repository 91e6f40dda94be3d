#include "scenarios/files/batches.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/read/fault.hpp"
#include "tests/scenarios/files/safetensors_file.hpp"

namespace scenarios::test {
namespace {

using Tokens = std::vector<std::int64_t>;

parallel::Plan small_plan() {
  parallel::Plan plan;
  plan.model.vocabulary = 100;
  plan.model.sequence_length = 4;
  plan.global_batch_size = 2;
  plan.steps = 1;
  return plan;
}

// Text "abcdefghij" (97 .. 106), V = 100: a b c are 97 98 99, d .. j are 0 .. 6. Sequence n takes
// bytes [4n, 4n + 4): step 1, place 0 is n = 2, bytes 8, 9, then round to 0, 1; its labels are the
// bytes one further.
TEST(TextBatches, CutSequencesByTheirNumberInTheRunAndGoRound) {
  const TemporaryFolder folder;
  const auto source = text_batches(folder.write("t.txt", "abcdefghij"), small_plan());
  Tokens tokens(4);
  Tokens labels(4);
  source(0, 0, tokens, labels);
  EXPECT_EQ(tokens, (Tokens{97, 98, 99, 0}));
  EXPECT_EQ(labels, (Tokens{98, 99, 0, 1}));
  source(0, 1, tokens, labels);
  EXPECT_EQ(tokens, (Tokens{1, 2, 3, 4}));
  source(1, 0, tokens, labels);
  EXPECT_EQ(tokens, (Tokens{5, 6, 97, 98}));
  EXPECT_EQ(labels, (Tokens{6, 97, 98, 99}));
}

// Prompts of three tokens: sequence 1 takes bytes 3, 4, 5.
TEST(TextBatches, GivePromptsWithoutLabels) {
  const TemporaryFolder folder;
  const auto source = text_batches(folder.write("t.txt", "abcdefghij"), small_plan());
  Tokens tokens(3);
  source(0, 1, tokens, {});
  EXPECT_EQ(tokens, (Tokens{0, 1, 2}));
}

TEST(TextBatches, TakeBytesAboveSevenBitsAsTheyAre) {
  parallel::Plan plan = small_plan();
  plan.model.vocabulary = 256;
  const TemporaryFolder folder;
  const auto source = text_batches(folder.write("t.txt", "\xff\x80"), plan);
  Tokens tokens(4);
  Tokens labels(4);
  source(0, 0, tokens, labels);
  EXPECT_EQ(tokens, (Tokens{255, 128, 255, 128}));
}

TEST(TextBatches, RefuseAnEmptyText) {
  const TemporaryFolder folder;
  EXPECT_THROW(text_batches(folder.write("t.txt", ""), small_plan()), BadInput);
  EXPECT_THROW(text_batches(folder.path() / "none", small_plan()), BadInput);
}

std::string integers(const Tokens& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(std::int64_t)};
}

std::string batch_file(const std::string& labels_shape, const Tokens& labels) {
  const std::string end = std::to_string(64 + 8 * labels.size());
  return with_length(R"({"input_ids.0":{"dtype":"I64","shape":[2,4],"data_offsets":[0,64]},)"
                     R"("labels.0":{"dtype":"I64","shape":)" +
                     labels_shape + R"(,"data_offsets":[64,)" + end + "]}}") +
         integers({0, 1, 2, 3, 4, 5, 6, 7}) + integers(labels);
}

std::string exact_fault(const std::string& bytes, const parallel::Plan& plan) {
  const TemporaryFolder folder;
  const auto path = folder.write("b", bytes);
  try {
    exact_batches(path, plan);
  } catch (const BadInput& error) {
    return std::string(error.what()).substr(path.string().size() + 2);
  }
  return "no fault";
}

TEST(ExactBatches, GiveTheRowsOfTheStep) {
  const TemporaryFolder folder;
  const auto path = folder.write("b", batch_file("[2,4]", {1, 2, 3, 4, 5, 6, 7, 8}));
  const auto source = exact_batches(path, small_plan());
  Tokens tokens(4);
  Tokens labels(4);
  source(0, 1, tokens, labels);
  EXPECT_EQ(tokens, (Tokens{4, 5, 6, 7}));
  EXPECT_EQ(labels, (Tokens{5, 6, 7, 8}));
}

// Rows 0 1 2 3 and 4 5 6 7; prompts are their first three, and labels are not looked at.
TEST(ExactBatches, GivePromptsOffTheFrontOfRows) {
  parallel::Plan plan = small_plan();
  plan.mode = parallel::Mode::inference;
  plan.inference = {.prompt_length = 3, .new_tokens = 2};
  const TemporaryFolder folder;
  const auto path = folder.write("b", batch_file("[2,3]", {1, 2, 3, 100, 5, 6}));
  const auto source = exact_batches(path, plan);
  Tokens tokens(3);
  source(0, 1, tokens, {});
  EXPECT_EQ(tokens, (Tokens{4, 5, 6}));
  plan.inference.prompt_length = 5;
  EXPECT_EQ(exact_fault(batch_file("[2,3]", {1, 2, 3, 100, 5, 6}), plan),
            "input_ids.0: has shape [2, 4]; global_batch_size 2 and prompt_length need [2, 5 or "
            "more]");
}

TEST(ExactBatches, AreCheckedBeforeTheRun) {
  parallel::Plan two_steps = small_plan();
  two_steps.steps = 2;
  EXPECT_EQ(exact_fault(batch_file("[2,4]", {1, 2, 3, 4, 5, 6, 7, 8}), two_steps).substr(0, 77),
            "input_ids.1: is missing; 2 steps need input_ids.N and labels.N for N = 0 to 1");
  EXPECT_EQ(exact_fault(batch_file("[2,3]", {1, 2, 3, 4, 5, 6}), small_plan()),
            "labels.0: has shape [2, 3]; global_batch_size and seq_length need [2, 4]");
  EXPECT_EQ(exact_fault(batch_file("[2,4]", {1, 2, 3, 100, 5, 6, 7, 8}), small_plan()),
            "labels.0: element 3 is 100; tokens are in [0, 100)");
  EXPECT_EQ(exact_fault(batch_file("[2,4]", {1, 2, -3, 4, 5, 6, 7, 8}), small_plan()),
            "labels.0: element 2 is -3; tokens are in [0, 100)");
}

}  // namespace
}  // namespace scenarios::test
