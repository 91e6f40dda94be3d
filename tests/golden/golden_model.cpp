#include "tests/golden/golden_model.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>

#include "scenarios/files/project_files.hpp"

namespace test {
namespace {

nlohmann::json json_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return nlohmann::json::parse(stream);
}

}  // namespace

GoldenModel::GoldenModel(const std::string& name)
    : folder_(scenarios::project_folder() / "tests" / "golden" / name),
      values_(json_of(file("expected.json"))),
      initial_(file("model.safetensors")),
      expected_(file("expected.safetensors")) {}

std::vector<std::string> GoldenModel::tensors() const {
  std::vector<std::string> names;
  for (const auto& [name, entry] : initial_.tensors()) names.push_back(name);
  return names;
}

std::vector<float> GoldenModel::initial(const std::string& tensor) const {
  return read_tensor(initial_, tensor);
}

std::vector<float> GoldenModel::expected(const std::string& tensor) const {
  return read_tensor(expected_, tensor);
}

std::vector<bool> GoldenModel::has_gradient(const std::string& tensor) const {
  std::vector<bool> result(initial(tensor).size(), true);
  const auto& all_ranges = values_.at("zero_gradient_ranges");
  const auto ranges = all_ranges.find(tensor);
  if (ranges == all_ranges.end()) return result;
  for (const auto& range : *ranges) {
    std::fill(result.begin() + range.at(0).get<std::ptrdiff_t>(),
              result.begin() + range.at(1).get<std::ptrdiff_t>(), false);
  }
  return result;
}

std::vector<float> read_tensor(const scenarios::SafetensorsReader& reader,
                               const std::string& name) {
  const scenarios::TensorEntry& entry = reader.tensors().at(name);
  std::vector<float> values(static_cast<std::size_t>(entry.elements()));
  reader.read(name, 0, values);
  return values;
}

}  // namespace test
