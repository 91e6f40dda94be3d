#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sim/enum_table.hpp"

namespace ranks {

/// Whose communication it is, in the order of the reports: first the axes of the mesh, then groups
/// that are made from them (mesh.cpp says who belongs to each).
enum class Axis : std::uint8_t { dp, tp, pp, tied, control };
inline constexpr std::size_t axis_count = sim::enumerator_count<Axis>;
std::string_view name_of(Axis axis);

/// A number for each axis of the mesh: its size, from 1, or a place along it, from 0.
template <int first>
struct PerMeshAxis {
  int dp = first;
  int tp = first;
  int pp = first;

  constexpr int& operator[](Axis axis) { return this->*member(axis); }
  constexpr const int& operator[](Axis axis) const { return this->*member(axis); }
  /// The ranks of a mesh of these sizes.
  [[nodiscard]] constexpr int size() const requires(first == 1) {
    int product = 1;
    for (const auto member : members) product *= this->*member;
    return product;
  }
  bool operator==(const PerMeshAxis&) const = default;

 private:
  static constexpr std::array members = {&PerMeshAxis::dp, &PerMeshAxis::tp, &PerMeshAxis::pp};
  static constexpr auto member(Axis axis) { return members.at(static_cast<std::size_t>(axis)); }
};
using MeshShape = PerMeshAxis<1>;
using Coordinates = PerMeshAxis<0>;

/// The axes of the mesh in the order of the reports.
inline constexpr std::array mesh_axes = {Axis::dp, Axis::tp, Axis::pp};

/// The same in the order of rank numbers, the fastest first: neighbours are tensor-parallel ranks
/// (rank = tp + t * (dp + d * pp), as in Megatron-LM).
inline constexpr std::array rank_order = {Axis::tp, Axis::dp, Axis::pp};

namespace detail {
// Each axis of the mesh once, and these are the enumerators that PerMeshAxis has members for.
consteval bool is_consistent() {
  for (std::size_t i = 0; i < mesh_axes.size(); ++i) {
    if (mesh_axes[i] != static_cast<Axis>(i)) return false;
    std::size_t found = 0;
    for (const Axis axis : rank_order) {
      if (axis == mesh_axes[i]) ++found;
    }
    if (found != 1) return false;
  }
  return rank_order.size() == mesh_axes.size() &&
         sizeof(MeshShape) == mesh_axes.size() * sizeof(int);
}
}  // namespace detail
static_assert(detail::is_consistent());

}  // namespace ranks
