#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "scenarios/files/safetensors_reader.hpp"

namespace test {

/// One folder of golden values: a small model, the batches of its steps and what a correct run must
/// give (README.md beside this file has the format).
class GoldenModel {
 public:
  /// `name` is a folder beside this file.
  explicit GoldenModel(const std::string& name);

  [[nodiscard]] std::filesystem::path file(const std::string& name) const { return folder_ / name; }
  /// expected.json.
  [[nodiscard]] const nlohmann::json& values() const { return values_; }
  /// Names of the model's tensors.
  [[nodiscard]] std::vector<std::string> tensors() const;
  /// A tensor before the first step.
  [[nodiscard]] std::vector<float> initial(const std::string& tensor) const;
  /// A tensor of expected.safetensors: grad.T or adamw.T.
  [[nodiscard]] std::vector<float> expected(const std::string& tensor) const;
  /// Whether each element of a tensor has a gradient in exact arithmetic. Those without move under
  /// AdamW by rounding noise divided by its own size.
  [[nodiscard]] std::vector<bool> has_gradient(const std::string& tensor) const;

 private:
  std::filesystem::path folder_;
  nlohmann::json values_;
  scenarios::SafetensorsReader initial_;
  scenarios::SafetensorsReader expected_;
};

/// All elements of a tensor.
std::vector<float> read_tensor(const scenarios::SafetensorsReader& reader, const std::string& name);

}  // namespace test
