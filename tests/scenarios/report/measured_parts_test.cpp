#include "scenarios/report/measured_parts.hpp"

#include <gtest/gtest.h>

#include "scenarios/commands/dry_run.hpp"
#include "scenarios/files/project_files.hpp"
#include "scenarios/judge/quantities.hpp"
#include "scenarios/load/reader.hpp"
#include "scenarios/report/why.hpp"

namespace scenarios {
namespace {

RunResult dry_run_of(const std::string& name) {
  const std::filesystem::path file = project_folder() / "scenarios/library" / (name + ".yaml");
  return dry_result(read_scenarios(std::array{file}, {}).at(0).plan);
}

// Whatever has parts is their sum, on every rank and over all.
TEST(MeasuredParts, AddUpToTheWhole) {
  int with_parts = 0;
  for (const char* name : {"selective-recompute", "zero-3d", "dropout"}) {
    const RunResult run = dry_run_of(name);
    for (const std::string& quantity : quantity_names()) {
      const bool is_at_one_moment = quantity.ends_with(".kept") ||
                                    quantity == "memory.total.peak" ||
                                    quantity.starts_with("flops.total.");
      if (!is_at_one_moment) continue;  // peaks of parts come at their own times
      for (const parallel::Measurement& rank : run.ranks) {
        Check check;
        check.quantity = quantity;
        check.rank = rank.rank;
        double sum = 0;
        for (const MeasuredPart& part : measured_parts(check, run)) sum += part.value;
        if (sum == 0) continue;
        ++with_parts;
        EXPECT_EQ(sum, static_cast<double>(measured_quantity(run, rank, quantity))) << quantity;
      }
    }
  }
  EXPECT_GT(with_parts, 30);
}

TEST(MeasuredParts, AreNamedAndTheLargestComesFirst) {
  const RunResult run = dry_run_of("dropout");
  Check check;
  check.quantity = "memory.activations.layer.kept";
  check.rank = 0;
  const std::vector<MeasuredPart> parts = measured_parts(check, run);
  ASSERT_GT(parts.size(), 5U);
  EXPECT_EQ(parts[0].name.find("memory"), std::string::npos) << parts[0].name;
  for (std::size_t i = 1; i < parts.size(); ++i) EXPECT_GE(parts[i - 1].value, parts[i].value);
}

}  // namespace
}  // namespace scenarios
