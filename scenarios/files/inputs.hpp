#pragma once

#include "parallel/sources.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

/// What a run of a scenario reads, opened and checked against its plan.
struct Inputs {
  parallel::BatchSource batches;
  parallel::WeightSource weights;  // empty: drawn from the seed
};

/// Throws BadInput with the faults of all files the scenario names.
Inputs open_inputs(const Scenario& scenario);

}  // namespace scenarios
