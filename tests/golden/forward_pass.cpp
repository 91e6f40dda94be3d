#include "tests/golden/forward_pass.hpp"

#include <cmath>
#include <cstdint>

#include "parallel/groups.hpp"
#include "parallel/initial_weights.hpp"
#include "parallel/tensor_axis.hpp"
#include "parallel/zero/gradient_bucket.hpp"
#include "parallel/zero/parameter_store.hpp"
#include "sim/ensure.hpp"
#include "sim/model/chunk.hpp"
#include "tests/support/session.hpp"

namespace test {
namespace {

sim::RotaryTable rotary_table_of(const sim::ModelDescription& model) {
  if (model.rotated_channels() == 0) return {};
  return sim::make_rotary_table(model.sequence_length, model.rotated_channels(),
                                model.block.rotary_base);
}

/// The head leaves probabilities where the logits were.
std::vector<double> logarithms(sim::ConstView probabilities) {
  std::vector<double> values;
  const auto* const first = probabilities.as<float>();
  for (std::int64_t i = 0; i < probabilities.size(); ++i) {
    values.push_back(std::log(static_cast<double>(first[i])));
  }
  return values;
}

}  // namespace

ForwardPass forward_pass(const scenarios::Scenario& scenario, std::int64_t sequence) {
  const parallel::Plan& plan = scenario.plan;
  ENSURE(plan.mesh.pp == 1 && plan.mesh.dp == 1, plan.mesh.pp, plan.mesh.dp);
  ranks::TrafficRecord traffic;
  parallel::Groups groups(test_support::session(), plan, traffic);
  sim::Meters meters;
  const sim::Chunk chunk(plan.model, {0, plan.model.layers, true, true});
  parallel::PartialGradients partial(meters, groups, plan.activations);
  parallel::GradientBucket bucket(meters, plan.precision.gradients);
  parallel::ParameterStore store(meters, plan, groups, chunk.parameters(), partial, bucket);
  const scenarios::Inputs inputs = scenarios::open_inputs(scenario);
  set_initial_weights(store, inputs.weights, plan.seed);

  parallel::TensorAxis axis(groups.tp);
  const sim::RotaryTable rotary_table = rotary_table_of(plan.model);
  sim::Context context{.meters = meters,
                       .tensor_parallel = axis,
                       .parameters = store,
                       .model = plan.model,
                       .sizes = sim::local_sizes(plan.model, store.tensor_shard()),
                       .batch = {.sequences = 1, .positions = plan.model.sequence_length},
                       .activations = plan.activations,
                       .rotary_table = &rotary_table};
  const std::int64_t s = plan.model.sequence_length;
  const auto tokens = [&] {
    return sim::Tensor(meters, {sim::Category::inputs}, sim::Dtype::int64, 1, s);
  };
  sim::ChunkSaved saved;
  saved.tokens = tokens();
  saved.labels = tokens();
  const auto length = static_cast<std::size_t>(s);
  inputs.batches(0, sequence, {saved.tokens.view().as<std::int64_t>(), length},
                 {saved.labels.view().as<std::int64_t>(), length});
  ForwardPass result;
  result.first_column = context.sizes.first_row;
  result.columns = context.sizes.vocabulary;
  chunk.forward(context, {}, saved, result.loss);
  result.loss /= static_cast<double>(s);
  result.log_probabilities = logarithms(saved.head.logits);
  return result;
}

}  // namespace test
