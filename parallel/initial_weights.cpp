#include "parallel/initial_weights.hpp"

#include <vector>

#include "sim/kernels/convert.hpp"
#include "sim/random.hpp"

namespace parallel {
namespace {

WeightSource drawn(const sim::ParameterSpec& spec, std::uint64_t seed) {
  return [&spec, stream = sim::RandomStream(seed, spec.name)](
             const std::string&, std::int64_t offset, std::span<float> values) {
    const sim::InitialValue& initial = spec.initial;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const float noise =
          initial.deviation == 0 ? 0.0F : stream.normal(offset + static_cast<std::int64_t>(i));
      values[i] = initial.constant + initial.deviation * noise;
    }
  };
}

sim::ConstView view_of(const std::vector<float>& values) {
  const auto size = static_cast<std::int64_t>(values.size());
  return {reinterpret_cast<const std::byte*>(values.data()), sim::Dtype::fp32, 1, size, size};
}

void set_whole_weights(ParameterStore& store, const WeightSource& source, std::uint64_t seed) {
  const StateLayout& layout = store.states().layout();
  for (std::size_t i = 0; i < store.specs().size(); ++i) {
    const sim::ParameterSpec& spec = store.specs()[i];
    const std::vector<float> values =
        initial_values(spec, store.tensor_shard(), source, seed, 0, layout.size_of[i]);
    sim::convert(view_of(values),
                 store.states().whole_weights(layout.full_of[i], layout.size_of[i]));
  }
}

void set_own_values(ParameterStore& store, const WeightSource& source, std::uint64_t seed) {
  for (const Slice& slice : store.states().layout().slices) {
    if (slice.parameter == sim::no_parameter) continue;
    const sim::ParameterSpec& spec = store.specs()[static_cast<std::size_t>(slice.parameter)];
    const std::vector<float> values =
        initial_values(spec, store.tensor_shard(), source, seed, slice.offset, slice.length);
    const sim::View master = store.states().master_of(slice);
    if (!master.empty()) sim::convert(view_of(values), master);
    sim::convert(view_of(values), store.states().weights_of(slice));
  }
}

}  // namespace

std::vector<float> initial_values(const sim::ParameterSpec& spec, sim::ShardOf shard,
                                  const WeightSource& source, std::uint64_t seed,
                                  std::int64_t offset, std::int64_t length) {
  const WeightSource values_of = source ? source : drawn(spec, seed);
  std::vector<float> values(static_cast<std::size_t>(length));
  sim::for_each_run(spec, shard, offset, length, [&](const sim::Run& run) {
    values_of(spec.name, run.whole,
              std::span(values).subspan(static_cast<std::size_t>(run.local - offset),
                                        static_cast<std::size_t>(run.length)));
  });
  return values;
}

void set_initial_weights(ParameterStore& store, const WeightSource& source, std::uint64_t seed) {
  if (!store.states().sharding().weights) set_whole_weights(store, source, seed);
  set_own_values(store, source, seed);
}

}  // namespace parallel
