#pragma once

#include <cstdint>

#include "sim/model/description.hpp"
#include "sim/model/parameters.hpp"

namespace sim {

/// One tensor-parallel rank's part of the model's widths. `t` must divide heads, widths and the
/// padded vocabulary, and divide the key/value heads or be a multiple of them (the scenario reader
/// refuses the rest).
struct LocalSizes {
  std::int64_t heads = 0;
  std::int64_t first_head = 0;
  std::int64_t query_width = 0;  // heads * head_dim
  std::int64_t kv_heads = 0;     // at least one: t / k ranks hold the same
  std::int64_t kv_width = 0;
  std::int64_t ffn_hidden = 0;
  std::int64_t vocabulary = 0;       // rows of the word table, padding included
  std::int64_t first_row = 0;        // the whole table's row that local row 0 is
  std::int64_t real_vocabulary = 0;  // of the local rows, those that are no padding
};
LocalSizes local_sizes(const ModelDescription& model, ShardOf shard);

}  // namespace sim
