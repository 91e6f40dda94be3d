#include "parallel/dump.hpp"

#include <algorithm>
#include <vector>

#include "sim/kernels/convert.hpp"

namespace parallel {
namespace {

using SliceView = std::function<sim::ConstView(ParameterStore&, const Slice&)>;

sim::View view_of(std::vector<float>& values) {
  const auto size = static_cast<std::int64_t>(values.size());
  return {reinterpret_cast<std::byte*>(values.data()), sim::Dtype::fp32, 1, size, size};
}

/// Puts the elements of one parameter that this rank counts to their places in the whole tensor.
void place_own(ParameterStore& store, const std::string& name, const SliceView& view,
               std::vector<float>& whole) {
  for (const Slice& slice : store.states().layout().slices) {
    if (!store.counts(slice)) continue;
    const sim::ParameterSpec& spec = store.specs()[static_cast<std::size_t>(slice.parameter)];
    if (spec.name != name) continue;
    std::vector<float> own(static_cast<std::size_t>(slice.length));
    sim::convert(view(store, slice), view_of(own));
    sim::for_each_run(spec, store.tensor_shard(), slice.offset, slice.length,
                      [&](const sim::Run& run) {
                        std::copy_n(own.begin() + (run.local - slice.offset), run.length,
                                    whole.begin() + run.whole);
                      });
  }
}

void dump(Groups& groups, const Plan& plan, std::span<ParameterStore* const> stores,
          const SliceView& view, float factor, const TensorSink& sink) {
  for (const sim::ParameterSpec& spec : sim::model_parameters(plan.model).specs) {
    std::vector<float> whole(static_cast<std::size_t>(spec.rows * spec.columns));
    for (ParameterStore* store : stores) place_own(*store, spec.name, view, whole);
    groups.control.sum_to_first(view_of(whole));
    if (groups.control.rank() != 0) continue;
    for (float& value : whole) value *= factor;
    sink(spec, whole);
  }
}

}  // namespace

void dump_gradients(Groups& groups, const Plan& plan, std::span<ParameterStore* const> stores,
                    double loss_scale, const TensorSink& sink) {
  const SliceView gradients = [](ParameterStore& store, const Slice& slice) {
    return sim::ConstView(store.states().gradients_of(slice));
  };
  dump(groups, plan, stores, gradients, static_cast<float>(1.0 / loss_scale), sink);
}

void dump_weights(Groups& groups, const Plan& plan, std::span<ParameterStore* const> stores,
                  const TensorSink& sink) {
  const SliceView weights = [](ParameterStore& store, const Slice& slice) {
    const sim::View master = store.states().master_of(slice);
    return sim::ConstView(!master.empty() ? master : store.states().weights_of(slice));
  };
  dump(groups, plan, stores, weights, 1.0F, sink);
}

}  // namespace parallel
