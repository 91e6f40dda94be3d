#include "sim/model/head.hpp"

#include <utility>

#include "sim/kernels/cross_entropy.hpp"
#include "sim/kernels/product.hpp"

namespace sim {
namespace {

/// The vocabulary-parallel loss of Megatron-LM: three all-reduces of one fp32 a token (maximum,
/// the label's logit, sum of exponentials).
double loss_of(Context& context, View logits, ConstView labels) {
  const auto vector = [&] {
    return Tensor(context.meters, {Category::workspace}, Dtype::fp32, 1, context.tokens());
  };
  Tensor maximum = vector();
  row_maximum(logits, context.sizes.real_vocabulary, maximum);
  context.tensor_parallel.maximum(maximum);
  Tensor target = vector();
  Tensor sum = vector();
  exponentials(context.meters, logits, labels, maximum, context.sizes.first_row,
               context.sizes.real_vocabulary, target, sum);
  context.tensor_parallel.sum(target);
  context.tensor_parallel.sum(sum);
  return probabilities(context.meters, logits, target, sum);
}

}  // namespace

double head_forward(Context& context, const ChunkParameters& parameters, Tensor input,
                    ConstView labels, HeadSaved& saved) {
  const std::int64_t n = context.tokens();
  saved.norm.input = std::move(input);
  saved.input = context.make(activation(Item::head_input), n, context.model.hidden);
  norm_forward(context, parameters.final_norm, Item::head_norm_statistics, saved.norm, saved.input);
  saved.logits = Tensor(context.meters, activation(Item::head_logits), Dtype::fp32, n,
                        context.sizes.vocabulary);
  {
    const ModuleScope scope(context.parameters, parameters.head.module);
    multiply(context.meters, saved.logits, {saved.input.view()},
             transposed(context.parameters.weight(parameters.head.weight)));
  }
  return loss_of(context, saved.logits, labels);
}

Tensor head_backward(Context& context, const ChunkParameters& parameters, ConstView labels,
                     HeadSaved& saved) {
  const std::int64_t n = context.tokens();
  cross_entropy_backward(context.meters, saved.logits, labels, context.sizes.first_row,
                         static_cast<float>(context.batch.loss_gradient_factor));
  Tensor dnorm = context.make_workspace(n, context.model.hidden);
  {
    const ModuleScope scope(context.parameters, parameters.head.module);
    multiply(context.meters, dnorm, {saved.logits.view()},
             {context.parameters.weight(parameters.head.weight)});
    add_gradient(context.parameters, parameters.head.weight, [&](View gradient) {
      multiply(context.meters, gradient, transposed(saved.logits.view()), {saved.input.view()},
               Into::add);
    });
    saved.logits.free();
    saved.input.free();
    context.tensor_parallel.sum(dnorm);
  }
  Tensor dinput = context.make_workspace(n, context.model.hidden);
  norm_backward(context, parameters.final_norm, dnorm, {}, saved.norm, dinput);
  return dinput;
}

}  // namespace sim
