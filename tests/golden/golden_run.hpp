#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/scenario.hpp"
#include "tests/golden/golden_model.hpp"
#include "tests/golden/layouts.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace test {

/// The golden steps on a layout as a scenario read from its text, with `changes` as --set takes
/// them. What it names lies in `folder`.
scenarios::Scenario scenario_of(const GoldenModel& golden, const Layout& layout,
                                const scenarios::test::TemporaryFolder& folder,
                                const std::vector<std::string>& changes = {});

/// The largest deviations of a run from the golden values; README.md beside this file says which.
struct Deviations {
  double loss = 0;
  double gradient_norm = 0;
  double gradient = 0;
  double update_l2 = 0;
  double update = 0;      // normwise
  double sgd_update = 0;  // absolute, as a share of 1e-6 + 1e-4 of the largest update
  double no_gradient = 0;
};

/// Trains from the text of a scenario to the files of --dump. Nothing on the ranks that collect
/// nothing. Collective over the session.
std::optional<Deviations> train(const Layout& layout, const std::vector<std::string>& changes = {});

/// Trains, and trains one step more on batch 0 from the dumped weights: its loss. One rank alone.
std::optional<double> loss_after_last_step(const Layout& layout);

}  // namespace test
