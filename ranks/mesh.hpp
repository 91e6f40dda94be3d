#pragma once

#include <vector>

#include "ranks/axes.hpp"

namespace ranks {

/// Pure arithmetic, as all here; throws sim::Error when a rank or coordinate lies outside the
/// shape.
Coordinates coordinates_of(int rank, const MeshShape& shape);
int rank_of(const Coordinates& coordinates, const MeshShape& shape);

/// Where a rank stands in one of its groups.
struct GroupPlace {
  int size = 1;
  int rank = 0;  // within the group
};

/// The group of `axis` that the rank at `at` belongs to. An axis of the mesh: the ranks that differ
/// from it in that coordinate alone, by coordinate. tied: first and last stage of the same other
/// coordinates; itself alone where there is one stage, or on a stage between. control: all ranks.
GroupPlace place_in(Axis axis, const Coordinates& at, const MeshShape& shape);

/// The ranks of that group, in its order.
std::vector<int> members(Axis axis, int rank, const MeshShape& shape);

}  // namespace ranks
