#include "scenarios/files/weights.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include <fmt/format.h>

#include "scenarios/files/safetensors_reader.hpp"
#include "scenarios/read/fault.hpp"
#include "sim/model/parameters.hpp"

namespace scenarios {

namespace {

// Causal masks and rotary frequencies, which older checkpoints carry along as tensors.
bool is_constant(const std::string& name) {
  constexpr std::array<std::string_view, 5> endings = {".attn.bias", ".attn.masked_bias",
                                                       ".attention.bias", ".attention.masked_bias",
                                                       ".rotary_emb.inv_freq"};
  return std::ranges::any_of(endings,
                             [&name](std::string_view ending) { return name.ends_with(ending); });
}

std::vector<Fault> checkpoint_faults(const SafetensorsReader& reader,
                                     const sim::ModelDescription& model) {
  const auto shapes = checkpoint_shapes(model);
  std::vector<Fault> faults;
  for (const auto& [name, shape] : shapes) {
    const TensorEntry* entry = reader.find(name);
    if (entry == nullptr) {
      faults.push_back({reader.file(), name,
                        fmt::format("is missing; the model needs it with shape "
                                    "{}",
                                    text_of_shape(shape))});
    } else if (entry->shape != shape) {
      faults.push_back({reader.file(), name,
                        fmt::format("has shape {}; the model needs {}", text_of_shape(entry->shape),
                                    text_of_shape(shape))});
    } else if (entry->dtype == sim::Dtype::int64) {
      faults.push_back({reader.file(), name, "holds integers; F32, F16 or BF16 is needed"});
    }
  }
  for (const auto& [name, entry] : reader.tensors()) {
    if (!shapes.contains(name) && !is_constant(name)) {
      faults.push_back({reader.file(), name, "is no tensor of the model"});
    }
  }
  return faults;
}

}  // namespace

std::map<std::string, std::vector<std::int64_t>> checkpoint_shapes(
    const sim::ModelDescription& model) {
  std::map<std::string, std::vector<std::int64_t>> shapes;
  for (const sim::ParameterSpec& spec : sim::model_parameters(model).specs) {
    shapes[spec.name] =
        spec.is_vector ? std::vector{spec.columns} : std::vector{spec.rows, spec.columns};
  }
  return shapes;
}

parallel::WeightSource checkpoint_weights(const std::filesystem::path& path,
                                          const sim::ModelDescription& model) {
  const auto reader = std::make_shared<const SafetensorsReader>(path);
  const std::vector<Fault> faults = checkpoint_faults(*reader, model);
  if (!faults.empty()) throw BadInput(faults);
  return [reader](const std::string& name, std::int64_t offset, std::span<float> values) {
    reader->read(name, offset, values);
  };
}

}  // namespace scenarios
