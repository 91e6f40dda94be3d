#include "sim/model/weight_halves.hpp"

#include <utility>

namespace sim {

void WeightHalves::begin(ConstView input) {
  groups_.push_back({.input = input, .linears = {}, .held = {}});
}

void WeightHalves::add(ParameterId weight, ConstView output_gradient) {
  groups_.back().linears.push_back({weight, output_gradient});
}

void WeightHalves::hold(std::shared_ptr<Tensor> tensor) {
  groups_.back().held.push_back(std::move(tensor));
}

void WeightHalves::run(Context& context) {
  for (Group& group : groups_) {
    {
      const Gathered x(context, group.input, Category::communication);
      for (const Linear& linear : group.linears) {
        const Gathered dy(context, linear.output_gradient, Category::workspace);
        linear_backward_weight(context, linear.weight, x.view(), dy.view());
      }
    }
    group.held.clear();
  }
  groups_.clear();
}

LinearsBackward::LinearsBackward(Context& context, ConstView x) : context_(context) {
  if (context.put_off == nullptr) {
    x_.emplace(context, x, Category::communication);
  } else {
    context.put_off->begin(x);
  }
}

void LinearsBackward::run(const LinearIds& linear, ConstView dy, ConstView own_dy, View dx,
                          Into into) {
  const ModuleScope scope(context_.parameters, linear.module);
  linear_backward_input(context_, linear, dy, dx, into);
  linear_backward_bias(context_, linear, own_dy);
  if (x_) {
    linear_backward_weight(context_, linear.weight, x_->view(), dy);
  } else {
    context_.put_off->add(linear.weight, own_dy);
  }
}

void finish_input(Context& context, Tensor& input) {
  if (context.put_off != nullptr) {
    context.put_off->hold(std::make_shared<Tensor>(std::move(input)));
  }
  input.free();
}

void keep_output_gradient(Context& context, const std::shared_ptr<Tensor>& gradient, Item item) {
  if (context.put_off == nullptr) return;
  gradient->charge_to(activation(item));
  context.put_off->hold(gradient);
}

void keep_output_gradient(Context& context, Tensor& gradient, Item item) {
  if (context.put_off == nullptr) return;
  keep_output_gradient(context, std::make_shared<Tensor>(std::move(gradient)), item);
}

}  // namespace sim
