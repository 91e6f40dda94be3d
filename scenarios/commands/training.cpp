#include "scenarios/commands/training.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "parallel/generate.hpp"
#include "parallel/train.hpp"
#include "scenarios/commands/gathering.hpp"
#include "scenarios/files/inputs.hpp"
#include "scenarios/files/model_dump.hpp"

namespace scenarios {

std::optional<RunResult> train_on_ranks(ranks::Session& session, const Scenario& scenario,
                                        const std::filesystem::path& dump) {
  const bool collects = session.rank() == 0;
  std::unique_ptr<ModelDump> files;
  if (collects && !dump.empty()) files = std::make_unique<ModelDump>(dump, scenario.plan.model);
  parallel::DumpSinks sinks;
  if (!dump.empty()) sinks = files == nullptr ? no_sinks() : files->sinks();

  const Inputs inputs = open_inputs(scenario);
  parallel::TrainingResult result =
      scenario.plan.mode == parallel::Mode::inference
          ? parallel::generate(session, scenario.plan, inputs.batches, inputs.weights)
          : parallel::train(session, scenario.plan, inputs.batches, inputs.weights, sinks);
  // Ranks outside the mesh are here at once, and wait for as long as the others train.
  const auto part = session.rank() < scenario.ranks() ? ranks::Part::working : ranks::Part::idle;
  std::vector<parallel::Measurement> measured;
  if (result.measurement) measured.push_back(std::move(*result.measurement));
  measured = gather_measurements(session, measured, part);
  if (!collects) return std::nullopt;
  if (files != nullptr) files->finish();
  return RunResult{.parameters = result.parameters,
                   .skipped_steps = result.skipped_steps,
                   .loss = std::move(result.loss),
                   .grad_norm = std::move(result.grad_norm),
                   .generated = std::move(result.generated),
                   .ranks = std::move(measured)};
}

}  // namespace scenarios
