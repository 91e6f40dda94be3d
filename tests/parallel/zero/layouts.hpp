#pragma once

#include <cstdint>
#include <vector>

#include "parallel/zero/layout.hpp"

namespace test {

inline sim::ParameterSpec matrix(std::int64_t rows, std::int64_t columns) {
  sim::ParameterSpec spec;
  spec.rows = rows;
  spec.columns = columns;
  spec.padded_rows = rows;
  return spec;
}

/// Vectors of these sizes, in the order of the forward.
inline std::vector<sim::ParameterSpec> vectors(const std::vector<std::int64_t>& sizes) {
  std::vector<sim::ParameterSpec> specs;
  specs.reserve(sizes.size());
  for (const std::int64_t size : sizes) specs.push_back(matrix(1, size));
  return specs;
}

inline parallel::StateLayout layout_of(const std::vector<sim::ParameterSpec>& specs, int stage,
                                       sim::ShardOf data, std::int64_t bucket) {
  return parallel::make_layout(specs, {}, parallel::sharding_of(stage, static_cast<int>(data.size)),
                               data, bucket);
}

}  // namespace test
