#include "sim/model/qkv.hpp"

#include <array>

#include "sim/model/weight_halves.hpp"

namespace sim {
namespace {

bool is_fused_by_heads(const Context& context) {
  return context.model.qkv_is_fused() && context.model.names.qkv_fusion == QkvFusion::heads;
}

/// Part `part` (0 query, 1 key, 2 value) of a linear whose outputs are [q_j | k_j | v_j] head after
/// head: one product a head.
void project_by_heads(Context& context, const LinearIds& ids, ConstView x, std::int64_t part,
                      View y) {
  const std::int64_t width = context.model.head_dim;
  for (std::int64_t head = 0; head < context.sizes.heads; ++head) {
    linear_forward(context, ids, x, (3 * head + part) * width, y.column_block(head * width, width));
  }
}

void project_fused(Context& context, const LinearIds& ids, ConstView x, std::int64_t part, View y) {
  if (is_fused_by_heads(context)) {
    project_by_heads(context, ids, x, part, y);
  } else {
    linear_forward(context, ids, x, part * y.columns, y);
  }
}

Heads<View> heads_from(View whole, std::int64_t first, std::int64_t stride) {
  return {whole.column_block(first, whole.columns - first), stride};
}

}  // namespace

QkvGradient make_qkv_gradient(Context& context) {
  const std::int64_t head = context.model.head_dim;
  const std::int64_t query = context.sizes.query_width;
  const std::int64_t kv = context.sizes.kv_width;
  QkvGradient gradient;
  gradient.whole = context.make_workspace(context.tokens(), query + 2 * kv);
  const View whole = gradient.whole;
  const bool by_heads = is_fused_by_heads(context);
  const std::int64_t stride = by_heads ? 3 * head : head;
  gradient.query = heads_from(whole, 0, stride);
  gradient.key = heads_from(whole, by_heads ? head : query, stride);
  gradient.value = heads_from(whole, by_heads ? 2 * head : query + kv, stride);
  return gradient;
}

void qkv_forward(Context& context, const QkvIds& ids, ConstView x, View query, View key,
                 View value) {
  const std::array<View, 3> outputs = {query, key, value};
  if (context.model.qkv_is_fused()) {
    const ModuleScope scope(context.parameters, ids.fused.module);
    for (std::size_t part = 0; part < outputs.size(); ++part) {
      project_fused(context, ids.fused, x, static_cast<std::int64_t>(part), outputs[part]);
    }
    return;
  }
  const std::array<const LinearIds*, 3> linears = {&ids.query, &ids.key, &ids.value};
  for (std::size_t part = 0; part < outputs.size(); ++part) {
    const ModuleScope scope(context.parameters, linears[part]->module);
    linear_forward(context, *linears[part], x, 0, outputs[part]);
  }
}

void qkv_backward(Context& context, const QkvIds& ids, ConstView x, const QkvGradient& gradient,
                  View dx) {
  LinearsBackward linears(context, x);
  if (context.model.qkv_is_fused()) {
    linears.run(ids.fused, gradient.whole, gradient.whole, dx);
    return;
  }
  const std::int64_t query = context.sizes.query_width;
  const std::int64_t kv = context.sizes.kv_width;
  const ConstView whole = gradient.whole;
  const ConstView dvalue = whole.column_block(query + kv, kv);
  const ConstView dkey = whole.column_block(query, kv);
  const ConstView dquery = whole.column_block(0, query);
  linears.run(ids.value, dvalue, dvalue, dx);
  linears.run(ids.key, dkey, dkey, dx, Into::add);
  linears.run(ids.query, dquery, dquery, dx, Into::add);
}

}  // namespace sim
