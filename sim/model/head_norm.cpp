#include "sim/model/head_norm.hpp"

#include "sim/kernels/heads.hpp"

namespace sim {
namespace {

/// A [tokens, heads * head_dim] tensor with a row for each head of each token.
template <class SomeView>
SomeView head_rows(const Context& context, SomeView tensor) {
  return tensor.reshaped(tensor.size() / context.model.head_dim, context.model.head_dim);
}

}  // namespace

Tensor head_norm_forward(Context& context, const NormIds& ids, const HeadNormItems& items,
                         NormSaved& saved) {
  const ConstView x = saved.input;
  Tensor y = context.make(context.saved(items.output), x.rows, x.columns);
  norm_forward(context, ids, items.statistics, head_rows(context, x), saved.statistics,
               head_rows(context, y.view()));
  context.release(saved.input);
  return y;
}

void head_norm_backward(Context& context, const NormIds& ids, Heads<View> gradient,
                        NormSaved& saved) {
  const std::int64_t head_dim = context.model.head_dim;
  const HeadRows heads{.first = gradient.view.column_block(0, head_dim),
                       .heads = saved.input.columns() / head_dim,
                       .head_stride = gradient.stride};
  Tensor packed = context.make_workspace(saved.input.rows() * heads.heads, head_dim);
  pack_heads(heads, packed);
  norm_backward(context, ids, packed, head_rows(context, saved.input.view()), {}, saved.statistics,
                packed);
  copy_heads(packed, heads);
  saved.input.free();
}

}  // namespace sim
