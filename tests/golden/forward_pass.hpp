#pragma once

#include <vector>

#include "scenarios/files/inputs.hpp"
#include "scenarios/scenario.hpp"

namespace test {

/// What one forward pass of one sequence gives with a scenario's initial weights.
struct ForwardPass {
  double loss = 0;                        // mean over its tokens
  std::vector<double> log_probabilities;  // [s, own columns of the vocabulary]
  std::int64_t first_column = 0;          // of the whole vocabulary
  std::int64_t columns = 0;
};

/// The forward of sequence `sequence` of batch 0, on a mesh of one stage and replica. Collective
/// over the session, which is the mesh.
ForwardPass forward_pass(const scenarios::Scenario& scenario, std::int64_t sequence);

}  // namespace test
