#include "sim/model/parameter_spec.hpp"

#include <algorithm>

#include "sim/checked.hpp"
#include "sim/ensure.hpp"

namespace sim {
namespace {

using Along = Cut::Along;

/// The parts that a cut tensor is dealt out in.
std::int64_t parts_of(const ParameterSpec& spec, ShardOf shard) {
  return spec.cut.most_parts > 0 ? std::min(spec.cut.most_parts, shard.size) : shard.size;
}

std::int64_t part(std::int64_t size, ShardOf shard, const ParameterSpec& spec) {
  const std::int64_t parts = parts_of(spec, shard);
  ENSURE(shard.size % parts == 0, spec.name, shard.size, parts);
  ENSURE(size % (parts * spec.cut.blocks) == 0, spec.name, size, parts, spec.cut.blocks);
  return size / parts;
}

/// Where local row or column `index` of a cut dimension lies in the whole one.
std::int64_t whole_index(std::int64_t index, std::int64_t local_extent, const ParameterSpec& spec,
                         ShardOf shard) {
  const std::int64_t parts = parts_of(spec, shard);
  const std::int64_t own_part = shard.rank * parts / shard.size;
  const std::int64_t block = local_extent / spec.cut.blocks;
  return (index / block * parts + own_part) * block + index % block;
}

}  // namespace

std::int64_t sharers(const ParameterSpec& spec, ShardOf shard) {
  return spec.cut.along == Along::nothing ? shard.size : shard.size / parts_of(spec, shard);
}

std::int64_t local_rows(const ParameterSpec& spec, ShardOf shard) {
  return spec.cut.along == Along::rows ? part(spec.padded_rows, shard, spec) : spec.padded_rows;
}

std::int64_t local_columns(const ParameterSpec& spec, ShardOf shard) {
  return spec.cut.along == Along::columns ? part(spec.columns, shard, spec) : spec.columns;
}

std::int64_t local_size(const ParameterSpec& spec, ShardOf shard) {
  return (Checked(local_rows(spec, shard)) * local_columns(spec, shard)).value();
}

void for_each_run(const ParameterSpec& spec, ShardOf shard, std::int64_t offset,
                  std::int64_t length, const std::function<void(const Run&)>& body) {
  const std::int64_t rows = local_rows(spec, shard);
  const std::int64_t columns = local_columns(spec, shard);
  const std::int64_t block = spec.cut.along == Along::columns ? columns / spec.cut.blocks : columns;
  for (std::int64_t at = offset; at < offset + length;) {
    const std::int64_t row = at / columns;
    const std::int64_t column = at % columns;
    const std::int64_t run = std::min(block - column % block, offset + length - at);
    const std::int64_t whole_row =
        spec.cut.along == Along::rows ? whole_index(row, rows, spec, shard) : row;
    const std::int64_t whole_column =
        spec.cut.along == Along::columns ? whole_index(column, columns, spec, shard) : column;
    if (whole_row < spec.rows) body({at, whole_row * spec.columns + whole_column, run});
    at += run;
  }
}

}  // namespace sim
