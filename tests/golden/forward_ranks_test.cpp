// One forward pass with the initial weights: each sequence's loss, the losses of micro-batches, and
// every logit of one sequence. Logits are compared as log-probabilities, which is what a loss sees
// of them: the constant that a softmax ignores is none of the program's business.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/golden/forward_pass.hpp"
#include "tests/golden/golden_run.hpp"
#include "tests/support/session.hpp"

namespace test {
namespace {

/// log softmax of a row of float32 logits, in double.
std::vector<double> log_softmax(const float* logits, std::int64_t columns) {
  const double largest = *std::max_element(logits, logits + columns);
  double sum = 0;
  for (std::int64_t i = 0; i < columns; ++i) sum += std::exp(logits[i] - largest);
  std::vector<double> row;
  for (std::int64_t i = 0; i < columns; ++i) row.push_back(logits[i] - largest - std::log(sum));
  return row;
}

/// max |actual - expected| over this rank's columns, over max |expected logit|.
double deviation_of_logits(const ForwardPass& pass, const std::vector<float>& logits,
                           std::int64_t vocabulary) {
  double largest = 0;
  for (const float logit : logits) largest = std::max(largest, std::abs(double{logit}));
  double error = 0;
  const std::int64_t rows = std::ssize(logits) / vocabulary;
  EXPECT_EQ(std::ssize(pass.log_probabilities), rows * pass.columns);
  for (std::int64_t row = 0; row < rows; ++row) {
    const auto expected = log_softmax(logits.data() + row * vocabulary, vocabulary);
    for (std::int64_t i = 0; i < pass.columns; ++i) {
      const double actual =
          pass.log_probabilities.at(static_cast<std::size_t>(row * pass.columns + i));
      const double right = expected.at(static_cast<std::size_t>(pass.first_column + i));
      error = std::max(error, std::abs(actual - right));
    }
  }
  return error / largest;
}

void expect_forward(const Layout& layout) {
  const GoldenModel golden(layout.model);
  const scenarios::test::TemporaryFolder folder;
  const auto scenario = scenario_of(golden, layout, folder);
  const auto& forward = golden.values().at("forward").at("loss_per_sequence");
  std::vector<double> losses;
  for (std::int64_t sequence = 0; sequence < std::ssize(forward); ++sequence) {
    const ForwardPass pass = forward_pass(scenario, sequence);
    losses.push_back(pass.loss);
    EXPECT_NEAR(pass.loss / forward.at(static_cast<std::size_t>(sequence)).get<double>(), 1.0, 1e-6)
        << layout << " sequence " << sequence;
    if (sequence != 0) continue;
    const double deviation =
        deviation_of_logits(pass, golden.expected("logits.seq0"), scenario.plan.model.vocabulary);
    EXPECT_LE(deviation, 1e-5) << layout;
    testing::Test::RecordProperty(layout.model, fmt::format("{:.1e}", deviation));
  }
  // Four micro-batches of two sequences each.
  const auto& micro_batches = golden.values().at("micro_batches").at("loss");
  for (std::size_t j = 0; j < micro_batches.size(); ++j) {
    const double mean = (losses.at(2 * j) + losses.at(2 * j + 1)) / 2;
    EXPECT_NEAR(mean / micro_batches.at(j).get<double>(), 1.0, 1e-6) << layout << ' ' << j;
  }
}

const std::vector<std::string> models = {"gpt2-a", "llama-a", "neox-a"};

TEST(GoldenForward, OneRank_on1) {
  for (const std::string& model : models) expect_forward({.model = model});
}

TEST(GoldenForward, TensorParallel_on2) {
  for (const std::string& model : models) {
    for (const bool sequence_parallel : {false, true}) {
      expect_forward({.model = model, .tp = 2, .sequence_parallel = sequence_parallel});
    }
  }
}

TEST(GoldenForward, TensorParallel_on4) {
  for (const std::string& model : models) {
    for (const bool sequence_parallel : {false, true}) {
      expect_forward({.model = model, .tp = 4, .sequence_parallel = sequence_parallel});
    }
  }
}

}  // namespace
}  // namespace test
