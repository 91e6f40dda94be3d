// MEASURES.md, "Weights, gradients, optimizer": bytes that a rank really holds, for every ZeRO
// stage and precision. Suite names say how many ranks a test needs.

#include <array>
#include <string>

#include <gtest/gtest.h>

#include "tests/parallel/measured.hpp"
#include "tests/parallel/t0.hpp"

namespace {

using sim::Category;
using test::measure;
using test::on;
using test::t0;

struct Row {
  int stage;
  std::int64_t weights;
  std::int64_t gradients;
  std::int64_t optimizer;
};

void expect_states(const parallel::Plan& plan, const Row& row, const std::string& what) {
  SCOPED_TRACE(what + ", stage " + std::to_string(row.stage));
  const auto measured = measure(plan);
  test::expect_constant(measured, Category::weights, row.weights);
  test::expect_constant(measured, Category::gradients, row.gradients);
  test::expect_constant(measured, Category::optimizer, row.optimizer);
}

/// T0 over two data-parallel ranks; both units (202,112 and the table's 8,192) are even, so nothing
/// is padded: N = N' = N" = 210,304 and half of it 105,152.
void expect_t0_over_two(const parallel::PrecisionPlan& precision, const std::array<Row, 4>& rows,
                        const std::string& what) {
  for (const Row& row : rows) {
    parallel::Plan plan = on(t0(), {.dp = 2}, row.stage, 1);
    plan.precision = precision;
    plan.loss_scale.initial = 256;
    expect_states(plan, row, what);
  }
}

// W 4, G 4, O 8.
TEST(StatesOn2, Fp32) {
  expect_t0_over_two(test::fp32,
                     {{{0, 841216, 841216, 1682432},
                       {1, 841216, 841216, 841216},
                       {2, 841216, 420608, 841216},
                       {3, 420608, 420608, 841216}}},
                     "fp32");
}

// W 2, G 2, O 12 (fp32 master 4, two moments 8): 16 bytes a parameter at stage 0.
TEST(StatesOn2, MixedWithGradientsOfSixteenBits) {
  constexpr std::array<Row, 4> rows = {{{0, 420608, 420608, 2523648},
                                        {1, 420608, 420608, 1261824},
                                        {2, 420608, 210304, 1261824},
                                        {3, 210304, 210304, 1261824}}};
  expect_t0_over_two(test::mixed_bf16, rows, "mixed_bf16");
  expect_t0_over_two(test::mixed_fp16, rows, "mixed_fp16");
}

// W 2, G 4, O 12.
TEST(StatesOn2, MixedWithFp32Gradients) {
  constexpr std::array<Row, 4> rows = {{{0, 420608, 841216, 2523648},
                                        {1, 420608, 841216, 1261824},
                                        {2, 420608, 420608, 1261824},
                                        {3, 210304, 420608, 1261824}}};
  expect_t0_over_two(test::mixed_bf16_fp32_gradients, rows, "mixed_bf16");
  expect_t0_over_two(test::mixed_fp16_fp32_gradients, rows, "mixed_fp16");
}

// The small model over three ranks. Its parts: table 37 * 16 = 592, positions 192, a layer 32 +
// (768 + 48) + (256 + 16) + 32 + (384 + 24) + (384 + 16) = 1,960, times 4 = 7,840, final norm 32:
// N = 8,656. Units: table 592 -> 594, the rest 8,064 = 3 * 2,688: N' = 8,658, a third 2,886.
// Stage 3: 16 -> 18 (norms and row biases: 6 a layer, 2 at the end), 256 -> 258 (c_proj), 592 ->
// 594, others divide: N" = 8,656 + 4 * (6 * 2 + 2) + 2 * 2 + 2 = 8,718, a third 2,906.
TEST(StatesOn3, PaddingIsStored) {
  const std::array<Row, 4> rows = {{{0, 4 * 8656, 4 * 8656, 8 * 8656},
                                    {1, 4 * 8658, 4 * 8658, 8 * 2886},
                                    {2, 4 * 8658, 4 * 2886, 8 * 2886},
                                    {3, 4 * 2906, 4 * 2906, 8 * 2906}}};
  for (const Row& row : rows) {
    auto plan = test::small_plan();
    plan.global_batch_size = 9;
    expect_states(test::on_mesh(plan, {.dp = 3}, row.stage, 1), row, "small model");
  }
}

TEST(StatesOn3, PaddingAndParametersAreReported) {
  constexpr std::array<std::int64_t, 4> padding = {0, 2, 2, 62};
  for (int stage = 0; stage <= 3; ++stage) {
    auto plan = test::small_plan();
    plan.global_batch_size = 9;
    const auto measured = measure(test::on_mesh(plan, {.dp = 3}, stage, 1));
    EXPECT_EQ(measured.parameters, 8656) << stage;
    EXPECT_EQ(measured.padding, padding.at(static_cast<std::size_t>(stage))) << stage;
  }
}

// C29: ZeRO-2 with fp16 and Adam over four: 2P + (2 + 12) P/4 = 5.5 P = 1,156,672 bytes; there is
// no fp32 copy of the gradients. Units of 202,112 and 8,192 divide by four.
TEST(StatesOn4, ZeroTwoHoldsFiveAndAHalfBytesAParameter) {
  auto plan = on(t0(), {.dp = 4}, 2, 2);
  plan.precision = test::mixed_fp16;
  plan.loss_scale.initial = 256;
  expect_states(plan, {2, 420608, 105152, 630912}, "C29");
  EXPECT_EQ(420608 + 105152 + 630912, 1156672);
}

// C31: gradients have the shape of the local parameters: 107,008 * 2 = 214,016 bytes.
TEST(StatesOn2, GradientsAreDividedByTheTensorParallelSize) {
  auto plan = on(t0(), {.tp = 2}, 0, 1);
  plan.precision = test::mixed_fp16;
  plan.loss_scale.initial = 256;
  const auto measured = measure(plan);
  EXPECT_EQ(measured.parameters, 107008);
  test::expect_constant(measured, Category::gradients, 214016);
  test::expect_constant(measured, Category::weights, 214016);
  test::expect_constant(measured, Category::optimizer, 12 * 107008);
}

// C37: stages of 1, 2, 2 and 3 layers (parameters_test.cpp): the heaviest decides. 16 bytes a
// parameter in mixed precision.
TEST(StatesOn4, UnevenStages) {
  auto plan = test::with_stages(on(t0(), {.pp = 4}, 0, 1), {1, 2, 2, 3});
  plan.precision = test::mixed_bf16;
  constexpr std::array<std::int64_t, 4> parameters = {60224, 99968, 99968, 158272};
  const auto measured = measure(plan);
  const std::int64_t own = parameters.at(static_cast<std::size_t>(measured.at.pp));
  EXPECT_EQ(measured.parameters, own);
  test::expect_constant(measured, Category::weights, 2 * own);
  test::expect_constant(measured, Category::gradients, 2 * own);
  test::expect_constant(measured, Category::optimizer, 12 * own);
}

// All three axes, ZeRO-1, fp32. First stage, t = 2: two layers of (49,984 - 384) / 2 + 384 =
// 25,184, half a table 4,096, positions 2,048: 56,512. Last: two layers, final norm 128, half a
// table: 54,592. Units (table alone) are even, so d = 2 pads nothing.
TEST(StatesOn8, ThreeAxes) {
  const auto measured = measure(on(t0(), {.dp = 2, .tp = 2, .pp = 2}, 1, 2));
  const std::int64_t own = measured.at.pp == 0 ? 56512 : 54592;
  EXPECT_EQ(measured.parameters, own);
  EXPECT_EQ(measured.padding, 0);
  test::expect_constant(measured, Category::weights, 4 * own);
  test::expect_constant(measured, Category::gradients, 4 * own);
  test::expect_constant(measured, Category::optimizer, 4 * own);
}

TEST(StatesOn2, WholeModelCountsEachTensorOnce) {
  for (const auto& mesh : {ranks::MeshShape{.dp = 2}, {.tp = 2}, {.pp = 2}}) {
    for (int stage = 0; stage <= 3; ++stage) {
      const auto plan = on(t0(), mesh, stage, 1);
      const auto result =
          parallel::train(test_support::session(), plan, test::counting_batches(plan), {}, {});
      EXPECT_EQ(result.parameters, 210304) << stage;
    }
  }
}

}  // namespace
