#pragma once

#include <filesystem>

#include "parallel/train.hpp"
#include "scenarios/files/safetensors_writer.hpp"
#include "sim/model/description.hpp"

namespace scenarios {

/// The files of `--dump`: gradients.safetensors (names grad.T, of the first step) and
/// weights.safetensors (after the last), as the rank that gathers them receives the tensors.
class ModelDump {
 public:
  /// Creates the folder. Throws std::runtime_error when it cannot be written.
  ModelDump(const std::filesystem::path& folder, const sim::ModelDescription& model);

  /// The dump must outlive the sinks.
  [[nodiscard]] parallel::DumpSinks sinks();
  /// Gives both files their names, once all tensors have come.
  void finish();

 private:
  SafetensorsWriter gradients_;
  SafetensorsWriter weights_;
};

/// For the ranks that receive no tensors but take part in gathering them.
parallel::DumpSinks no_sinks();

}  // namespace scenarios
