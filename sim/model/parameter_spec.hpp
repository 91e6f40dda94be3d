#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace sim {

/// How a tensor is cut over the tensor-parallel group: along rows or columns, each of `blocks`
/// equal blocks of that dimension in `t` equal parts (three blocks: fused Q, K and V, each cut by
/// head, so that a rank's part is [q | k | v] of its own heads). Where there are fewer things to
/// deal out than ranks (key and value heads), neighbours hold the same of `most_parts` parts.
struct Cut {
  enum class Along : std::uint8_t { nothing, rows, columns };
  Along along = Along::nothing;
  std::int64_t blocks = 1;
  std::int64_t most_parts = 0;  // 0: as many as ranks
};

/// Whose gradients of a parameter must be added up over tensor-parallel ranks: a rank has seen
/// only its own positions (under sequence parallelism), its own heads, or its own query heads of a
/// key/value head that it shares with neighbours.
enum class PartialOver : std::uint8_t { nothing, positions, heads, shared_heads };

/// What an initial weight is drawn from: a constant, plus a normal of this deviation.
struct InitialValue {
  float constant = 0.0F;
  float deviation = 0.0F;
};

using ParameterId = std::int64_t;  // place in a chunk's list, in the order of the forward
using ModuleId = std::int64_t;     // a linear, norm or table together with its bias
inline constexpr ParameterId no_parameter = -1;

/// One tensor of the whole model. Vectors are one row of `columns`.
struct ParameterSpec {
  std::string name;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t padded_rows = 0;  // rows as stored; more than `rows` only in vocabulary tables
  bool is_vector = false;        // vectors take no weight decay
  bool is_table = false;         // of words or positions, looked up or the head's
  Cut cut{};
  PartialOver gradient = PartialOver::nothing;
  InitialValue initial;
  ModuleId module = 0;
  bool is_tied = false;       // the word table when the head uses it too
  bool is_tied_copy = false;  // the last stage's own copy of it, when that is another stage
  int uses = 1;               // modules of this chunk that add to its gradient
};

/// The part of a parameter that one tensor-parallel rank holds.
struct ShardOf {
  std::int64_t rank = 0;
  std::int64_t size = 1;
};
/// How many neighbouring ranks hold the same part: t for what is not cut, else 1 unless there are
/// fewer parts than ranks.
std::int64_t sharers(const ParameterSpec& spec, ShardOf shard);
std::int64_t local_rows(const ParameterSpec& spec, ShardOf shard);
std::int64_t local_columns(const ParameterSpec& spec, ShardOf shard);
std::int64_t local_size(const ParameterSpec& spec, ShardOf shard);

/// A run of neighbours, local and whole alike: local elements [local, local + length) are elements
/// [whole, whole + length) of the unpadded tensor.
struct Run {
  std::int64_t local = 0;
  std::int64_t whole = 0;
  std::int64_t length = 0;
};
/// Calls `body` for every run of the rank's local elements [offset, offset + length), in order;
/// padded rows belong to no run.
void for_each_run(const ParameterSpec& spec, ShardOf shard, std::int64_t offset,
                  std::int64_t length, const std::function<void(const Run&)>& body);

}  // namespace sim
