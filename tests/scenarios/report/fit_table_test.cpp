#include "scenarios/report/fit_table.hpp"

#include <gtest/gtest.h>

namespace scenarios {
namespace {

Fit hand_made_fit() {
  Fit fit;
  fit.memory_bytes = 800'000;
  fit.worst_rank = 4;
  fit.equals = 2;
  fit.peak_bytes = 1'000'000;
  fit.alternatives = {{.change = "zero.stage=1", .ranks = 8, .peak_bytes = 700'000},
                      {.change = "recompute=full", .ranks = 8, .peak_bytes = 800'001},
                      {.change = "parallel.sequence_parallel=true", .refusal = "3 heads"}};
  return fit;
}

TEST(FitTable, SaysWhatFits) {
  EXPECT_EQ(fit_table(hand_made_fit(), {}),
            "does not fit: at its peak rank 4 (one of 2 that hold as much) holds 1,000,000 B,\n"
            "125.0 % of its 800,000 B\n"
            "  with --set                       ranks  worst peak    share\n"
            "  zero.stage=1                         8   700,000 B   87.5 %  fits\n"
            "  recompute=full                       8   800,001 B  100.0 %  does not fit\n"
            "  parallel.sequence_parallel=true      -           -        -  refused\n"
            "    3 heads\n");
}

TEST(FitTable, OneRankThatFits) {
  Fit fit = hand_made_fit();
  fit.memory_bytes = 2e6;
  fit.equals = 1;
  const std::string text = fit_table(fit, {});
  EXPECT_TRUE(text.starts_with("fits: at its peak rank 4 holds 1,000,000 B, 50.0 % of its "))
      << text;
}

}  // namespace
}  // namespace scenarios
