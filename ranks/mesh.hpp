#pragma once

#include <cstdint>
#include <vector>

#include "ranks/traffic.hpp"

namespace ranks {

/// Sizes of the three axes; ranks are numbered tp fastest, then dp, then pp:
/// rank = tp + t * (dp + d * pp), as in Megatron-LM.
struct MeshShape {
  int dp = 1;
  int tp = 1;
  int pp = 1;
  [[nodiscard]] int size() const { return dp * tp * pp; }
};

struct Coordinates {
  int dp = 0;
  int tp = 0;
  int pp = 0;
  bool operator==(const Coordinates&) const = default;
};

/// Pure arithmetic; throws sim::Error when a rank or coordinate lies outside the shape.
Coordinates coordinates_of(int rank, const MeshShape& shape);
int rank_of(const Coordinates& coordinates, const MeshShape& shape);

/// The ranks of the group of `axis` that `rank` belongs to, ascending (for pp: by stage).
/// tied: first and last stage of the same (dp, tp), or nobody when p = 1 or the rank is on a
/// stage between. control: all ranks of the mesh.
std::vector<int> members(Axis axis, int rank, const MeshShape& shape);

}  // namespace ranks
