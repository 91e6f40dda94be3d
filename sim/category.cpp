#include "sim/category.hpp"

#include <array>

namespace sim {
namespace {

constexpr std::array<std::string_view, category_count> category_names = {
    "weights",         "gradients",     "optimizer", "activations",
    "live_parameters", "communication", "inputs",    "workspace"};

}  // namespace

std::string_view name_of(Category category) {
  return category_names.at(static_cast<std::size_t>(category));
}

}  // namespace sim
