#include "sim/model/embedding.hpp"

#include "sim/kernels/embedding.hpp"

namespace sim {
namespace {

void drop(Context& context, View x, EmbeddingSaved& saved) {
  const DropoutSite site = context.hidden_dropout("embedding.dropout");
  if (site.probability == 0) return;
  saved.dropout_mask = Tensor(context.meters, activation(Item::embedding_dropout_mask),
                              Dtype::uint8, x.rows, x.columns);
  draw_mask(site, saved.dropout_mask);
  apply_mask(context.meters, x, saved.dropout_mask, site.probability, x);
}

}  // namespace

Tensor embedding_forward(Context& context, const ChunkParameters& parameters, ConstView tokens,
                         Owner output_owner, EmbeddingSaved& saved) {
  Tensor x = context.make(output_owner, context.tokens(), context.model.hidden);
  {
    const ModuleScope scope(context.parameters, parameters.word_table.module);
    embedding_lookup(tokens, context.parameters.weight(parameters.word_table.weight),
                     context.sizes.first_row, x);
    context.tensor_parallel.sum(x);
  }
  if (parameters.position_table.weight != no_parameter) {
    const ModuleScope scope(context.parameters, parameters.position_table.module);
    add_positions(context.meters, context.parameters.weight(parameters.position_table.weight), 0,
                  context.batch.sequences, x);
  }
  drop(context, x, saved);
  return x;
}

void embedding_backward(Context& context, const ChunkParameters& parameters, ConstView tokens,
                        View dx, EmbeddingSaved& saved) {
  if (!saved.dropout_mask.empty()) {
    apply_mask(context.meters, dx, saved.dropout_mask, context.model.hidden_dropout, dx);
    saved.dropout_mask.free();
  }
  if (parameters.position_table.weight != no_parameter) {
    const ModuleScope scope(context.parameters, parameters.position_table.module);
    add_gradient(context.parameters, parameters.position_table.weight, [&](View gradient) {
      add_positions_gradient(context.meters, dx, 0, context.batch.sequences, gradient);
    });
  }
  const ModuleScope scope(context.parameters, parameters.word_table.module);
  add_gradient(context.parameters, parameters.word_table.weight, [&](View gradient) {
    embedding_scatter_add(context.meters, tokens, dx, context.sizes.first_row, gradient);
  });
}

}  // namespace sim
