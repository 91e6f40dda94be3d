#include "ranks/mesh.hpp"

#include <algorithm>
#include <ranges>

#include "sim/ensure.hpp"

namespace ranks {
namespace {

void check(const MeshShape& shape) {
  for (const Axis axis : mesh_axes) ENSURE(shape[axis] >= 1, name_of(axis), shape[axis]);
}

/// A kind of group: where a rank stands in its own, and the rank at another place of it.
struct GroupRule {
  GroupPlace (*place)(Axis axis, const Coordinates& at, const MeshShape& shape);
  int (*rank_at)(Axis axis, int place, Coordinates at, const MeshShape& shape);
};

constexpr GroupRule along_axis = {[](Axis axis, const Coordinates& at, const MeshShape& shape) {
                                    return GroupPlace{shape[axis], at[axis]};
                                  },
                                  [](Axis axis, int place, Coordinates at, const MeshShape& shape) {
                                    at[axis] = place;
                                    return rank_of(at, shape);
                                  }};

constexpr GroupRule ends_of_pipeline = {
    [](Axis, const Coordinates& at, const MeshShape& shape) {
      const int last = shape[Axis::pp] - 1;
      const int stage = at[Axis::pp];
      const bool is_paired = last > 0 && (stage == 0 || stage == last);
      return is_paired ? GroupPlace{2, stage == 0 ? 0 : 1} : GroupPlace{};
    },
    [](Axis, int place, Coordinates at, const MeshShape& shape) {
      at[Axis::pp] = place == 0 ? 0 : shape[Axis::pp] - 1;
      return rank_of(at, shape);
    }};

constexpr GroupRule everyone = {
    [](Axis, const Coordinates& at, const MeshShape& shape) {
      return GroupPlace{shape.size(), rank_of(at, shape)};
    },
    [](Axis, int place, Coordinates, const MeshShape&) { return place; }};

constexpr sim::EnumTable<Axis, GroupRule> rules{{{Axis::dp, along_axis},
                                                 {Axis::tp, along_axis},
                                                 {Axis::pp, along_axis},
                                                 {Axis::tied, ends_of_pipeline},
                                                 {Axis::control, everyone}}};

}  // namespace

Coordinates coordinates_of(int rank, const MeshShape& shape) {
  check(shape);
  ENSURE(rank >= 0 && rank < shape.size(), rank, shape.size());
  Coordinates at;
  for (const Axis axis : rank_order) {
    at[axis] = rank % shape[axis];
    rank /= shape[axis];
  }
  return at;
}

int rank_of(const Coordinates& at, const MeshShape& shape) {
  check(shape);
  int rank = 0;
  for (const Axis axis : rank_order | std::views::reverse) {
    ENSURE(at[axis] >= 0 && at[axis] < shape[axis], name_of(axis), at[axis], shape[axis]);
    rank = rank * shape[axis] + at[axis];
  }
  return rank;
}

GroupPlace place_in(Axis axis, const Coordinates& at, const MeshShape& shape) {
  check(shape);
  return rules[axis].place(axis, at, shape);
}

std::vector<int> members(Axis axis, int rank, const MeshShape& shape) {
  const Coordinates at = coordinates_of(rank, shape);
  const GroupPlace place = place_in(axis, at, shape);
  if (place.size == 1) return {rank};
  std::vector<int> ranks;
  ranks.reserve(static_cast<std::size_t>(place.size));
  for (int i = 0; i < place.size; ++i) ranks.push_back(rules[axis].rank_at(axis, i, at, shape));
  return ranks;
}

}  // namespace ranks
