#include "scenarios/files/inputs.hpp"

#include <algorithm>
#include <iterator>

#include "scenarios/files/batches.hpp"
#include "scenarios/files/weights.hpp"
#include "scenarios/read/fault.hpp"

namespace scenarios {

Inputs open_inputs(const Scenario& scenario) {
  Inputs inputs;
  std::vector<Fault> faults;
  const auto note_faults_of = [&faults](auto open) {
    try {
      open();
    } catch (const BadInput& error) {
      std::ranges::copy(error.faults(), std::back_inserter(faults));
    }
  };
  const InputFiles& files = scenario.inputs;
  note_faults_of([&] {
    inputs.batches = files.batches.empty() ? text_batches(files.data, scenario.plan)
                                           : exact_batches(files.batches, scenario.plan);
  });
  if (!files.weights.empty()) {
    note_faults_of(
        [&] { inputs.weights = checkpoint_weights(files.weights, scenario.plan.model); });
  }
  if (!faults.empty()) throw BadInput(faults);
  return inputs;
}

}  // namespace scenarios
