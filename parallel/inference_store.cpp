#include "parallel/inference_store.hpp"

#include <algorithm>

#include "parallel/initial_weights.hpp"
#include "sim/kernels/convert.hpp"
#include "sim/kernels/quantise.hpp"

namespace parallel {
namespace {

sim::ConstView matrix_of(const std::vector<float>& values, std::int64_t rows) {
  const std::int64_t columns = std::ssize(values) / rows;
  return {reinterpret_cast<const std::byte*>(values.data()), sim::Dtype::fp32, rows, columns,
          columns};
}

}  // namespace

InferenceStore::InferenceStore(sim::Meters& meters, const Plan& plan, Groups& groups,
                               const sim::ChunkParameters& parameters, const WeightSource& source)
    : meters_(meters),
      groups_(groups),
      chunk_(parameters),
      is_split_(plan.zero.stage == 3 && groups.dp.size() > 1) {
  ENSURE(plan.zero.stage == 0 || plan.zero.stage == 3, plan.zero.stage);
  ENSURE(!is_split_ || !plan.precision.int8_matrices, groups.dp.size());
  for (const sim::ParameterSpec& spec : parameters.specs) store(meters, plan, spec, source);
}

void InferenceStore::store(sim::Meters& meters, const Plan& plan, const sim::ParameterSpec& spec,
                           const WeightSource& source) {
  const std::int64_t size = sim::local_size(spec, tensor_shard());
  const std::int64_t rows = is_split_ ? 1 : sim::local_rows(spec, tensor_shard());
  const std::int64_t parts = is_split_ ? groups_.dp.size() : 1;
  const std::int64_t part = sim::ceil_divide(size, parts);
  const bool is_int8 = plan.precision.int8_matrices && !spec.is_vector && !spec.is_table;
  Stored& stored = stored_.emplace_back();
  const sim::Dtype dtype = is_int8 ? sim::Dtype::int8 : plan.precision.weights;
  stored.values = sim::Tensor(meters, {sim::Category::weights}, dtype, rows, part / rows);
  if (is_int8) {
    stored.scales = sim::Tensor(meters, {sim::Category::weights}, sim::Dtype::fp32, 1, rows);
  }
  parameters_count_ = (sim::Checked(parameters_count_) + size).value();
  padding_ += (sim::Checked(part) * parts).value() - size;
  if (!meters.shape_only) fill(stored, plan, spec, source);
}

void InferenceStore::fill(Stored& stored, const Plan& plan, const sim::ParameterSpec& spec,
                          const WeightSource& source) {
  const std::int64_t size = sim::local_size(spec, tensor_shard());
  const std::int64_t part = stored.values.view().size();
  const std::int64_t offset = std::min(is_split_ ? groups_.dp.rank() * part : 0, size);
  std::vector<float> values = initial_values(spec, tensor_shard(), source, plan.seed, offset,
                                             std::min(part, size - offset));
  values.resize(static_cast<std::size_t>(part));  // a shard's padding is zero
  const sim::ConstView matrix = matrix_of(values, stored.values.rows());
  if (stored.scales.empty()) {
    sim::convert(matrix, stored.values);
  } else {
    sim::quantise_rows(matrix, stored.values, stored.scales);
  }
}

std::int64_t InferenceStore::counted_parameters() const {
  if (groups_.dp.rank() != 0) return 0;
  std::int64_t count = 0;
  for (const sim::ParameterSpec& spec : chunk_.specs) {
    const bool counts =
        !spec.is_tied_copy && groups_.tp.rank() % sim::sharers(spec, tensor_shard()) == 0;
    if (counts) count += sim::local_size(spec, tensor_shard());
  }
  return count;
}

void InferenceStore::enter(sim::ModuleId module) {
  if (!is_split_) return;
  std::vector<sim::ConstView> shards;
  std::vector<sim::View> whole;
  for (const sim::ParameterId id : chunk_.modules[static_cast<std::size_t>(module)]) {
    Stored& stored = stored_[static_cast<std::size_t>(id)];
    stored.live = sim::Tensor(meters_, {sim::Category::live_parameters}, stored.values.dtype(), 1,
                              stored.values.columns() * groups_.dp.size());
    shards.push_back(stored.values);
    whole.push_back(stored.live);
  }
  groups_.dp.all_gather(shards, whole);
}

void InferenceStore::leave(sim::ModuleId module) {
  for (const sim::ParameterId id : chunk_.modules[static_cast<std::size_t>(module)]) {
    stored_[static_cast<std::size_t>(id)].live.free();
  }
}

sim::ConstView InferenceStore::weight(sim::ParameterId id) const {
  const Stored& stored = stored_[static_cast<std::size_t>(id)];
  if (!is_split_) return stored.values;
  const sim::ParameterSpec& spec = chunk_.specs[static_cast<std::size_t>(id)];
  const std::int64_t rows = sim::local_rows(spec, tensor_shard());
  const std::int64_t columns = sim::local_columns(spec, tensor_shard());
  return stored.live.view().column_block(0, rows * columns).reshaped(rows, columns);
}

sim::ConstView InferenceStore::scales(sim::ParameterId id) const {
  const Stored& stored = stored_[static_cast<std::size_t>(id)];
  return stored.scales.empty() ? sim::ConstView{} : stored.scales.view();
}

sim::View InferenceStore::begin_gradient(sim::ParameterId id) {
  throw sim::Error(fmt::format("parameter {} has no gradient: nothing is trained here", id));
}

void InferenceStore::end_gradient(sim::ParameterId id) {
  (void)begin_gradient(id);
}

}  // namespace parallel
