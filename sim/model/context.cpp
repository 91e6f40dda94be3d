#include "sim/model/context.hpp"

namespace sim {

DropoutSite Context::hidden_dropout(const std::string& site) const {
  const std::int64_t sequence_elements = model.sequence_length * model.hidden;
  // Sequence parallelism deals out whole positions, so that the first row is a first sequence's.
  const std::int64_t first_position =
      is_sequence_parallel() ? tensor_parallel.rank() * shard_rows() / batch.sequences : 0;
  return {
      .probability = model.hidden_dropout,
      .stream = RandomStream(seed, site, batch.step),
      .index = {.base = batch.first_sequence * sequence_elements + first_position * model.hidden,
                .group = batch.sequences,
                .outer_stride = model.hidden,
                .inner_stride = sequence_elements}};
}

DropoutSite Context::attention_dropout(const std::string& site) const {
  const std::int64_t s = model.sequence_length;
  return {.probability = model.attention_dropout,
          .stream = RandomStream(seed, site, batch.step),
          .index = {.base = (batch.first_sequence * model.heads + sizes.first_head) * s * s,
                    .group = sizes.heads * s,
                    .outer_stride = model.heads * s * s,
                    .inner_stride = s}};
}

}  // namespace sim
