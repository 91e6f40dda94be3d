#include "sim/model/head.hpp"

#include <utility>

#include "sim/kernels/cross_entropy.hpp"
#include "sim/kernels/product.hpp"
#include "sim/model/region.hpp"

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

/// The gradient of the logits' input, summed over the ranks; adds that of the table. Frees logits
/// and input.
Tensor logits_backward(Context& context, const TableIds& table, HeadSaved& saved) {
  const ModuleScope scope(context.parameters, table.module);
  Tensor dinput = context.make_workspace(context.tokens(), context.model.hidden);
  multiply(context.meters, dinput, {saved.logits.view()},
           {context.parameters.weight(table.weight)});
  {
    const Gathered input(context, saved.input, Category::communication);
    add_gradient(context.parameters, table.weight, [&](View gradient) {
      multiply(context.meters, gradient, transposed(saved.logits.view()), {input.view()},
               Into::add);
    });
  }
  saved.logits.free();
  saved.input.free();
  return reduce_partial(context, std::move(dinput));
}

}  // namespace

double head_forward(Context& context, const ChunkParameters& parameters, Tensor input,
                    ConstView labels, HeadSaved& saved) {
  saved.norm.input = std::move(input);
  saved.input =
      context.make(activation(Item::head_input), context.shard_rows(), context.model.hidden);
  norm_forward(context, parameters.final_norm, Item::head_norm_statistics, saved.norm.input,
               saved.norm.statistics, saved.input);
  saved.logits = Tensor(context.meters, activation(Item::head_logits), Dtype::fp32,
                        context.tokens(), context.sizes.vocabulary);
  {
    const ModuleScope scope(context.parameters, parameters.head.module);
    const Gathered whole(context, saved.input, Category::communication);
    multiply(context.meters, saved.logits, {whole.view()},
             transposed(context.parameters.weight(parameters.head.weight)));
  }
  return loss_of(context, saved.logits, labels);
}

Tensor head_backward(Context& context, const ChunkParameters& parameters, ConstView labels,
                     HeadSaved& saved) {
  cross_entropy_backward(context.meters, saved.logits, labels, context.sizes.first_row,
                         static_cast<float>(context.batch.loss_gradient_factor));
  const Tensor dnorm = logits_backward(context, parameters.head, saved);
  Tensor dinput = context.make_workspace(dnorm.rows(), dnorm.columns());
  norm_backward(context, parameters.final_norm, dnorm, saved.norm.input, {}, saved.norm.statistics,
                dinput);
  saved.norm.input.free();
  return dinput;
}

}  // namespace sim
