#include "sim/category.hpp"

namespace sim {
namespace {

constexpr EnumNames<Category> names{{{Category::weights, "weights"},
                                     {Category::gradients, "gradients"},
                                     {Category::optimizer, "optimizer"},
                                     {Category::activations, "activations"},
                                     {Category::live_parameters, "live_parameters"},
                                     {Category::communication, "communication"},
                                     {Category::inputs, "inputs"},
                                     {Category::workspace, "workspace"}}};

}  // namespace

std::string_view name_of(Category category) {
  return names[category];
}

}  // namespace sim
