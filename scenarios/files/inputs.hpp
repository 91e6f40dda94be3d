#pragma once

#include "parallel/sources.hpp"
#include "scenarios/read/fault.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

/// What a run of a scenario reads, opened and checked against its plan.
struct Inputs {
  parallel::BatchSource batches;
  parallel::WeightSource weights;  // empty: drawn from the seed
};

/// Throws BadInput with the faults of all files the scenario names.
Inputs open_inputs(const Scenario& scenario);

/// What keeps the files from being read at all, whatever model they are for: for scenarios whose
/// own faults leave no model to hold them against.
std::vector<Fault> unreadable(const InputFiles& files);

}  // namespace scenarios
