#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "scenarios/files/new_file.hpp"
#include "scenarios/files/safetensors_header.hpp"

namespace scenarios {

/// Writes fp32 tensors one by one, in any order, each straight to its place: no more than one is
/// ever held. The file appears under its name only when it is finished.
class SafetensorsWriter {
 public:
  /// Names and shapes of all tensors, known before the first; they are laid out by name. Throws
  /// std::runtime_error with the system's reason when the file cannot be written.
  SafetensorsWriter(const std::filesystem::path& path,
                    const std::map<std::string, std::vector<std::int64_t>>& shapes);

  /// The whole tensor, row-major. Each tensor once; throws sim::Error on another name or size.
  void write(const std::string& name, std::span<const float> values);
  /// Gives the file its name. Throws when a tensor has not been written, or the disk is full.
  void finish();

 private:
  NewFile file_;
  std::map<std::string, TensorEntry> entries_;
  std::set<std::string> missing_;
  std::int64_t data_begin_ = 0;
};

}  // namespace scenarios
