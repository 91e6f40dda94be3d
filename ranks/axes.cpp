#include "ranks/axes.hpp"

namespace ranks {
namespace {

constexpr sim::EnumNames<Axis> names{{{Axis::dp, "dp"},
                                      {Axis::tp, "tp"},
                                      {Axis::pp, "pp"},
                                      {Axis::tied, "tied"},
                                      {Axis::control, "control"}}};

}  // namespace

std::string_view name_of(Axis axis) {
  return names[axis];
}

}  // namespace ranks
