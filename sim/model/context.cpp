#include "sim/model/context.hpp"

namespace sim {

// No mask is drawn where the meters are shape-only, and places in the whole mask of a model that no
// machine holds may pass 2^63: they stay out of it.

DropoutSite Context::hidden_dropout(const std::string& site) const {
  DropoutSite dropout{.probability = model.hidden_dropout,
                      .stream = RandomStream(seed, site, batch.step),
                      .index = {}};
  if (meters.shape_only) return dropout;
  const std::int64_t sequence_elements = model.sequence_length * model.hidden;
  // Sequence parallelism deals out whole positions, so that the first row is a first sequence's.
  const std::int64_t first_position =
      is_sequence_parallel() ? tensor_parallel.rank() * shard_rows() / batch.sequences : 0;
  dropout.index = {.base = batch.first_sequence * sequence_elements + first_position * model.hidden,
                   .group = batch.sequences,
                   .outer_stride = model.hidden,
                   .inner_stride = sequence_elements};
  return dropout;
}

DropoutSite Context::attention_dropout(const std::string& site) const {
  DropoutSite dropout{.probability = model.attention_dropout,
                      .stream = RandomStream(seed, site, batch.step),
                      .index = {}};
  if (meters.shape_only) return dropout;
  const std::int64_t s = model.sequence_length;
  dropout.index = {.base = (batch.first_sequence * model.heads + sizes.first_head) * s * s,
                   .group = sizes.heads * s,
                   .outer_stride = model.heads * s * s,
                   .inner_stride = s};
  return dropout;
}

}  // namespace sim
