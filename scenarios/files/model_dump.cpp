#include "scenarios/files/model_dump.hpp"

#include <map>
#include <string>
#include <vector>

#include "scenarios/files/weights.hpp"

namespace scenarios {

namespace {

std::map<std::string, std::vector<std::int64_t>> gradient_shapes(
    const sim::ModelDescription& model) {
  std::map<std::string, std::vector<std::int64_t>> shapes;
  for (const auto& [name, shape] : checkpoint_shapes(model)) shapes["grad." + name] = shape;
  return shapes;
}

const std::filesystem::path& created(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  return folder;
}

}  // namespace

ModelDump::ModelDump(const std::filesystem::path& folder, const sim::ModelDescription& model)
    : gradients_(created(folder) / "gradients.safetensors", gradient_shapes(model)),
      weights_(folder / "weights.safetensors", checkpoint_shapes(model)) {}

parallel::DumpSinks ModelDump::sinks() {
  return {.gradients =
              [this](const sim::ParameterSpec& spec, std::span<const float> values) {
                gradients_.write("grad." + spec.name, values);
              },
          .weights = [this](const sim::ParameterSpec& spec,
                            std::span<const float> values) { weights_.write(spec.name, values); }};
}

void ModelDump::finish() {
  gradients_.finish();
  weights_.finish();
}

parallel::DumpSinks no_sinks() {
  const auto nothing = [](const sim::ParameterSpec&, std::span<const float>) {};
  return {.gradients = nothing, .weights = nothing};
}

}  // namespace scenarios
