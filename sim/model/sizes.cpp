#include "sim/model/sizes.hpp"

#include <algorithm>

namespace sim {

LocalSizes local_sizes(const ModelDescription& model, ShardOf shard) {
  LocalSizes sizes;
  sizes.heads = model.heads / shard.size;
  sizes.first_head = sizes.heads * shard.rank;
  sizes.query_width = sizes.heads * model.head_dim;
  sizes.kv_heads = std::max<std::int64_t>(model.kv_heads / shard.size, 1);
  sizes.kv_width = sizes.kv_heads * model.head_dim;
  sizes.ffn_hidden = model.ffn_hidden / shard.size;
  sizes.vocabulary = model.padded_vocabulary / shard.size;
  sizes.first_row = sizes.vocabulary * shard.rank;
  sizes.real_vocabulary =
      std::clamp<std::int64_t>(model.vocabulary - sizes.first_row, 0, sizes.vocabulary);
  return sizes;
}

}  // namespace sim
