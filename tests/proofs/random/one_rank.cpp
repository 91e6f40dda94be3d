// What may differ. In fp32 the design has 1e-5 on the loss and 1e-4 on the gradients.
//
// In 16 bits (unit roundoff u: bf16 2^-8, fp16 2^-11) a value is stored about 20 times on its way
// through a layer and back and 10 times at the ends, and a gradient once for each micro-batch and
// replica that is added: K = 20 L + 10 + m d roundings, each of u / sqrt(3) of its value. Two runs
// that round independently differ by sqrt(2 K / 3) u in the standard deviation of one element. A
// thousand runs compare some ten million elements, the largest of which are 5.5 deviations off:
// 6 sqrt(2 K / 3) u. A loss is a mean over such errors, and an error in a logit counts by its
// probability: u. A micro-batch or a rank left out is off by the size of the gradient itself.
//
// Below 2^-14 fp16 has steps of 2^-24: the loss scales drawn keep what matters above.
//
// Largest found in 3,000 runs: 0.51 of the gradients' tolerance, 0.05 of the loss's (fp32: 0.06 and
// 0.02).
#include "tests/proofs/random/one_rank.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "scenarios/files/safetensors_reader.hpp"
#include "tests/golden/deviation.hpp"

namespace test {
namespace {

bool is_fp32(const scenarios::Scenario& scenario) {
  return scenario.plan.precision.weights == sim::Dtype::fp32;
}

std::vector<float> read_all(const scenarios::SafetensorsReader& reader, const std::string& name) {
  std::vector<float> values(static_cast<std::size_t>(reader.tensors().at(name).elements()));
  reader.read(name, 0, values);
  return values;
}

double size_of(const std::vector<float>& values) {
  double size = 0;
  for (const float value : values) size = std::max(size, std::abs(double{value}));
  return size;
}

/// The tensor whose size says how far `name` may be off: itself, but for biases of keys. Softmax
/// does not see what is added to all scores of a query, so that their gradients cancel, wholly
/// where positions turn nothing and mostly where they turn by little. What is left is rounding of
/// the gradients that the weight beside it sums too.
std::string sized_by(const scenarios::Scenario& scenario, const std::string& name) {
  const sim::TensorNames& names = scenario.plan.model.names;
  const auto is_bias_of = [&name](const std::string& module) {
    return name.ends_with(module + ".bias");
  };
  if (!is_bias_of(names.key) && !is_bias_of(names.key_norm)) return name;
  return name.substr(0, name.size() - std::string("bias").size()) + "weight";
}

std::vector<std::string> loss_differences(const scenarios::Scenario& scenario,
                                          const std::vector<double>& loss,
                                          const std::vector<double>& expected,
                                          LargestDeviations& largest) {
  std::vector<std::string> all;
  double& most = is_fp32(scenario) ? largest.fp32_loss : largest.short_loss;
  const double tolerance = tolerance_of(scenario).loss;
  // Where weights have 16 bits, a first update turns by the sign of gradients near zero.
  const std::size_t steps = is_fp32(scenario) ? expected.size() : 1;
  for (std::size_t step = 0; step < steps; ++step) {
    const double share = std::abs(loss.at(step) / expected.at(step) - 1) / tolerance;
    most = std::max(most, share);
    if (share <= 1) continue;
    all.push_back(fmt::format("loss {} of step {} is {} on one rank: {:.3g} tolerances",
                              loss.at(step), step, expected.at(step), share));
  }
  return all;
}

std::vector<std::string> gradient_differences(const scenarios::Scenario& scenario,
                                              const DumpedRun& run, const DumpedRun& expected,
                                              LargestDeviations& largest) {
  const scenarios::SafetensorsReader actual(run.folder / "gradients.safetensors");
  const scenarios::SafetensorsReader reference(expected.folder / "gradients.safetensors");
  std::vector<std::string> all;
  double& most = is_fp32(scenario) ? largest.fp32_gradient : largest.short_gradient;
  const double tolerance = tolerance_of(scenario).gradient;
  for (const auto& [name, entry] : reference.tensors()) {
    const double error = deviation(read_all(actual, name), read_all(reference, name)).error;
    const double size = size_of(read_all(reference, sized_by(scenario, name)));
    if (error == 0) continue;
    const double share = error / (tolerance * size);
    most = std::max(most, share);
    if (share <= 1) continue;
    all.push_back(
        fmt::format("{} is off by {:.3g} of {:.3g}: {:.3g} tolerances", name, error, size, share));
  }
  return all;
}

// Rounding can turn a choice between two tokens, so only what rounds alike is compared: fp32, and
// int8 where the matrices are whole, since a row's scale is that of the part of it on a rank.
std::vector<std::string> token_differences(const scenarios::Scenario& scenario,
                                           const std::vector<std::int64_t>& tokens,
                                           const std::vector<std::int64_t>& expected) {
  std::vector<std::string> all;
  if (tokens.size() != expected.size()) return {"other numbers of tokens"};
  for (const std::int64_t token : tokens) {
    if (token >= 0 && token < scenario.plan.model.vocabulary) continue;
    all.push_back(fmt::format("token {} is not of the vocabulary", token));
  }
  const parallel::PrecisionPlan& precision = scenario.plan.precision;
  const bool rounds_alike =
      is_fp32(scenario) && (!precision.int8_matrices || scenario.plan.mesh.tp == 1);
  if (rounds_alike && tokens != expected) all.emplace_back("other tokens than one rank's");
  return all;
}

}  // namespace

std::vector<std::string> one_rank_changes(const scenarios::Scenario& scenario) {
  const parallel::Plan& plan = scenario.plan;
  std::vector<std::string> changes = {
      "parallel.data_parallel_size=1",
      "parallel.tensor_model_parallel_size=1",
      "parallel.pipeline_model_parallel_size=1",
      "parallel.virtual_pipeline_model_parallel_size=1",
      "parallel.sequence_parallel=false",
      fmt::format("parallel.num_layers_per_stage=[{}]", plan.model.layers),
      "zero.partition_activations=false",
      "recompute=none",
      fmt::format("training.micro_batch_size={}", plan.global_batch_size)};
  if (!plan.zero.stage3) changes.emplace_back("zero.stage=0");
  return changes;
}

Tolerance tolerance_of(const scenarios::Scenario& scenario) {
  if (is_fp32(scenario)) return {.loss = 1e-5, .gradient = 1e-4};
  const parallel::Plan& plan = scenario.plan;
  const double roundoff = plan.precision.weights == sim::Dtype::bf16 ? 0x1p-8 : 0x1p-11;
  const std::int64_t added = plan.global_batch_size / plan.micro_batch_size;
  const auto roundings = static_cast<double>(20 * plan.model.layers + 10 + added);
  return {.loss = roundoff, .gradient = 6 * std::sqrt(2 * roundings / 3) * roundoff};
}

std::vector<std::string> differences(const scenarios::Scenario& scenario, const DumpedRun& run,
                                     const DumpedRun& expected, LargestDeviations& largest) {
  if (scenario.plan.mode == parallel::Mode::inference) {
    return token_differences(scenario, run.result.generated, expected.result.generated);
  }
  auto all = loss_differences(scenario, run.result.loss, expected.result.loss, largest);
  for (auto& text : gradient_differences(scenario, run, expected, largest)) {
    all.push_back(std::move(text));
  }
  return all;
}

}  // namespace test
