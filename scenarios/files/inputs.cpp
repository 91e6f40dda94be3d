#include "scenarios/files/inputs.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <vector>

#include "scenarios/files/batches.hpp"
#include "scenarios/files/safetensors_reader.hpp"
#include "scenarios/files/weights.hpp"
#include "scenarios/read/fault.hpp"
#include "scenarios/read/text_file.hpp"

namespace scenarios {

namespace {

// Collects what several steps throw.
class FaultsOfSteps {
 public:
  template <class Step>
  void note(Step step) {
    try {
      step();
    } catch (const BadInput& error) {
      std::ranges::copy(error.faults(), std::back_inserter(faults_));
    }
  }
  [[nodiscard]] const std::vector<Fault>& faults() const { return faults_; }

 private:
  std::vector<Fault> faults_;
};

}  // namespace

Inputs open_inputs(const Scenario& scenario) {
  Inputs inputs;
  FaultsOfSteps steps;
  const InputFiles& files = scenario.inputs;
  steps.note([&] {
    inputs.batches = files.batches.empty() ? text_batches(files.data, scenario.plan)
                                           : exact_batches(files.batches, scenario.plan);
  });
  if (!files.weights.empty()) {
    steps.note([&] { inputs.weights = checkpoint_weights(files.weights, scenario.plan.model); });
  }
  if (!steps.faults().empty()) throw BadInput(steps.faults());
  return inputs;
}

std::vector<Fault> unreadable(const InputFiles& files) {
  FaultsOfSteps steps;
  if (!files.data.empty()) steps.note([&files] { read_data_file(files.data); });
  for (const std::filesystem::path& file : {files.batches, files.weights}) {
    if (!file.empty()) steps.note([&file] { const SafetensorsReader reader(file); });
  }
  return steps.faults();
}

}  // namespace scenarios
