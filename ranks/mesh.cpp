#include "ranks/mesh.hpp"

#include <cstddef>
#include <numeric>

#include "sim/ensure.hpp"

namespace ranks {

namespace {

void check(const MeshShape& shape) {
  ENSURE(shape.dp >= 1 && shape.tp >= 1 && shape.pp >= 1, shape.dp, shape.tp, shape.pp);
}

/// The ranks that differ from `at` in one coordinate only, in the order of that coordinate.
std::vector<int> line(Coordinates at, int Coordinates::*coordinate, int length,
                      const MeshShape& shape) {
  std::vector<int> ranks;
  for (int i = 0; i < length; ++i) {
    at.*coordinate = i;
    ranks.push_back(rank_of(at, shape));
  }
  return ranks;
}

std::vector<int> first_and_last_stage(Coordinates at, const MeshShape& shape) {
  const int last = shape.pp - 1;
  if (last == 0 || (at.pp != 0 && at.pp != last)) return {};
  at.pp = 0;
  const int first_rank = rank_of(at, shape);
  at.pp = last;
  return {first_rank, rank_of(at, shape)};
}

std::vector<int> everyone(const MeshShape& shape) {
  std::vector<int> ranks(static_cast<std::size_t>(shape.size()));
  std::iota(ranks.begin(), ranks.end(), 0);
  return ranks;
}

}  // namespace

Coordinates coordinates_of(int rank, const MeshShape& shape) {
  check(shape);
  ENSURE(rank >= 0 && rank < shape.size(), rank, shape.size());
  return {
      .dp = rank / shape.tp % shape.dp, .tp = rank % shape.tp, .pp = rank / (shape.tp * shape.dp)};
}

int rank_of(const Coordinates& at, const MeshShape& shape) {
  check(shape);
  ENSURE(at.dp >= 0 && at.dp < shape.dp, at.dp, shape.dp);
  ENSURE(at.tp >= 0 && at.tp < shape.tp, at.tp, shape.tp);
  ENSURE(at.pp >= 0 && at.pp < shape.pp, at.pp, shape.pp);
  return at.tp + shape.tp * (at.dp + shape.dp * at.pp);
}

std::vector<int> members(Axis axis, int rank, const MeshShape& shape) {
  const Coordinates at = coordinates_of(rank, shape);
  switch (axis) {
    case Axis::dp:
      return line(at, &Coordinates::dp, shape.dp, shape);
    case Axis::tp:
      return line(at, &Coordinates::tp, shape.tp, shape);
    case Axis::pp:
      return line(at, &Coordinates::pp, shape.pp, shape);
    case Axis::tied:
      return first_and_last_stage(at, shape);
    case Axis::control:
      return everyone(shape);
  }
  return {};
}

}  // namespace ranks
