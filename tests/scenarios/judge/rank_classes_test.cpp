#include "scenarios/judge/rank_classes.hpp"

#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/files/project_files.hpp"
#include "scenarios/judge/check.hpp"
#include "scenarios/judge/quantities.hpp"
#include "tests/scenarios/reader/reading.hpp"

namespace scenarios::test {
namespace {

// A pack of one formula beside `parameters`, which asks for is_first, is_last and L_rank.
Catalogue catalogue_with(const std::string& expression) {
  const TemporaryFolder folder;
  const std::array packs{
      folder
          .write("one.yaml",
                 "pack: one\nsource: a test\nformulas:\n  - id: x\n    quantity: "
                 "parameters\n    scope: rank\n    source: none\n    agreement: "
                 "exact\n    expression: " +
                     expression + "\n")
          .string()};
  return load_catalogue(formulas_folder(), packs, quantity_fault);
}

// t = 2, d = 3: rank = tp + 2*(dp + 3*pp), a stage is 6 ranks.
Scenario scenario_with(const std::string& layers) {
  return read_one(t0, {"parallel.tensor_model_parallel_size=2", "parallel.data_parallel_size=3",
                       "parallel.pipeline_model_parallel_size=4", "training.global_batch_size=3",
                       "model.num_layers=" + layers});
}

std::vector<std::vector<std::int64_t>> classes(const std::string& expression,
                                               const std::string& layers) {
  const Catalogue catalogue = catalogue_with(expression);
  const ScenarioExpectations nothing;
  const RankClasses classes(catalogue, scenario_with(layers), nothing);
  std::vector<std::vector<std::int64_t>> found;
  for (const RankClass& each : classes.of(catalogue.packs().back().formulas.front())) {
    found.push_back({each.first, each.count});
  }
  return found;
}

using Classes = std::vector<std::vector<std::int64_t>>;

TEST(RankClasses, JoinStagesThatAreAlike) {
  // 2, 2, 2, 2 layers: first, middle two, last
  EXPECT_EQ(classes("h", "8"), (Classes{{0, 6}, {6, 12}, {18, 6}}));
  // 3, 2, 2, 2 and 3, 3, 2, 2
  EXPECT_EQ(classes("h", "9"), (Classes{{0, 6}, {6, 12}, {18, 6}}));
  EXPECT_EQ(classes("h", "10"), (Classes{{0, 6}, {6, 6}, {12, 6}, {18, 6}}));
  EXPECT_EQ(classes("pp_rank", "8"), (Classes{{0, 6}, {6, 6}, {12, 6}, {18, 6}}));
}

TEST(RankClasses, SplitByTheCoordinatesThatAreAskedFor) {
  EXPECT_EQ(classes("tp_rank", "8"), (Classes{{0, 3}, {1, 3}, {6, 6}, {7, 6}, {18, 3}, {19, 3}}));
  EXPECT_EQ(classes("dp_rank", "8"),
            (Classes{{0, 2}, {2, 2}, {4, 2}, {6, 4}, {8, 4}, {10, 4}, {18, 2}, {20, 2}, {22, 2}}));
}

// A thousand million ranks are estimated as quickly as three.
TEST(RankClasses, DoNotGrowWithTheRanks) {
  const Scenario large =
      read_one(t0, {"parallel.data_parallel_size=1e9", "training.global_batch_size=1e9"});
  const auto all = estimates(catalogue_with("2*h"), large);
  ASSERT_EQ(all.size(), 4U);  // P, P_rank, P_rank.tensors and x
  EXPECT_EQ(all[3].value, 128);
  EXPECT_EQ(all[3].ranks_alike, 1'000'000'000);
}

}  // namespace
}  // namespace scenarios::test
