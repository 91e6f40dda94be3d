#include "sim/flops.hpp"

namespace sim {
namespace {

constexpr EnumNames<Phase> names{{{Phase::forward, "forward"},
                                  {Phase::backward, "backward"},
                                  {Phase::recompute, "recompute"},
                                  {Phase::optimizer, "optimizer"}}};

}  // namespace

std::string_view name_of(Phase phase) {
  return names[phase];
}

}  // namespace sim
