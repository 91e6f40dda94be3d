#include "scenarios/report/peak_table.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace scenarios {
namespace {

using sim::Category;
using sim::Item;

parallel::Measurement rank_with(int rank, std::vector<sim::PeakEntry> entries) {
  parallel::Measurement measured;
  measured.rank = rank;
  for (const sim::PeakEntry& entry : entries) measured.memory.total_peak += entry.bytes;
  measured.memory.at_peak = std::move(entries);
  return measured;
}

TEST(PeakTable, ShowsTheFullestRank) {
  const std::vector<parallel::Measurement> ranks = {
      rank_with(0, {{Category::weights, Item::none, {}, 100}}),
      rank_with(1, {{Category::weights, Item::none, {}, 600'000},
                    {Category::activations, Item::mlp_gelu_input, {3, 1}, 300'000},
                    {Category::inputs, Item::none, {-1, 1}, 100'000}}),
      rank_with(2, {{Category::weights, Item::none, {}, 1'000'000}})};
  EXPECT_EQ(peak_table(ranks, {}),
            "what fills the peak of rank 1, 1,000,000 B\n"
            "      bytes   share  of                                layer  micro-batch\n"
            "  600,000 B  60.0 %  weights                               -            -\n"
            "  300,000 B  30.0 %  activations layer.mlp.gelu_input      3            1\n"
            "  100,000 B  10.0 %  inputs                                -            1\n");
}

TEST(PeakTable, SumsWhatIsBeyondTheFirstEight) {
  std::vector<sim::PeakEntry> entries;
  for (std::int64_t i = 0; i < 11; ++i) {
    entries.push_back({Category::workspace, Item::none, {i, 0}, std::int64_t{11 - i} << 30});
  }
  const std::vector<parallel::Measurement> ranks = {rank_with(0, entries)};
  const std::string text = peak_table(ranks, {});
  EXPECT_NE(text.find("rank 0, 66.000 GiB"), std::string::npos) << text;
  EXPECT_NE(text.find("  4.000 GiB   6.1 %  workspace      7            0\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("  6.000 GiB   9.1 %  3 more\n"), std::string::npos) << "3 + 2 + 1\n" << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 1 + 8 + 1);
}

TEST(PeakTable, IsEmptyWithoutAMeasurement) {
  EXPECT_EQ(peak_table({}, {}), "");
}

}  // namespace
}  // namespace scenarios
