#include "sim/model/embedding.hpp"

#include <utility>

#include "sim/kernels/embedding.hpp"
#include "sim/model/region.hpp"

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

/// The embedding's output: the first layer's input.
Tensor make_output(Context& context, Owner owner) {
  const PlaceScope place = PlaceScope::in_layer(context.meters.ledger, 0);
  return context.make(owner, context.shard_rows(), context.model.hidden);
}

/// The rows of the ranks' parts of the table, summed.
Tensor look_up(Context& context, const TableIds& table, ConstView tokens, Owner output_owner) {
  const ModuleScope scope(context.parameters, table.module);
  const bool scatters = context.is_sequence_parallel();
  Tensor x = scatters ? context.make_workspace(context.tokens(), context.model.hidden)
                      : make_output(context, output_owner);
  embedding_lookup(tokens, context.parameters.weight(table.weight), context.sizes.first_row, x);
  if (!scatters) {
    context.tensor_parallel.sum(x);
    return x;
  }
  Tensor own = make_output(context, output_owner);
  context.tensor_parallel.reduce_scatter(x, own);
  return own;
}

std::int64_t first_own_position(const Context& context) {
  return context.batch.first_position +
         (context.is_sequence_parallel()
              ? context.tensor_parallel.rank() * context.shard_rows() / context.batch.sequences
              : 0);
}

}  // namespace

Tensor embedding_forward(Context& context, const ChunkParameters& parameters, ConstView tokens,
                         Owner output_owner, EmbeddingSaved& saved) {
  Tensor x = look_up(context, parameters.word_table, tokens, output_owner);
  if (parameters.position_table.weight != no_parameter) {
    const ModuleScope scope(context.parameters, parameters.position_table.module);
    add_positions(context.meters, context.parameters.weight(parameters.position_table.weight),
                  first_own_position(context), context.batch.sequences, x);
  }
  drop(context, x, saved);
  return x;
}

void embedding_backward(Context& context, const ChunkParameters& parameters, ConstView tokens,
                        Tensor dx, EmbeddingSaved& saved) {
  if (!saved.dropout_mask.empty()) {
    apply_mask(context.meters, dx, saved.dropout_mask, context.model.hidden_dropout, dx);
    saved.dropout_mask.free();
  }
  const Gathered whole(context, dx, Category::workspace);
  if (parameters.position_table.weight != no_parameter) {
    const ModuleScope scope(context.parameters, parameters.position_table.module);
    add_gradient(context.parameters, parameters.position_table.weight, [&](View gradient) {
      add_positions_gradient(context.meters, whole.view(), 0, context.batch.sequences, gradient);
    });
  }
  const ModuleScope scope(context.parameters, parameters.word_table.module);
  add_gradient(context.parameters, parameters.word_table.weight, [&](View gradient) {
    embedding_scatter_add(context.meters, tokens, whole.view(), context.sizes.first_row, gradient);
  });
}

}  // namespace sim
