#pragma once

#include "sim/model/linear.hpp"

namespace sim {

/// Heads side by side in the columns of a tensor: head i starts at column i * stride.
template <class SomeView>
struct Heads {
  SomeView view;  // [tokens, ...], from the first head's first column on
  std::int64_t stride = 0;
};

/// The gradient of what the QKV linears make, in the order of their outputs, and where query, key
/// and value lie in it.
struct QkvGradient {
  Tensor whole;  // [tokens, (a + 2 k) / t heads of head_dim]
  Heads<View> query;
  Heads<View> key;
  Heads<View> value;
};
QkvGradient make_qkv_gradient(Context& context);

/// query, key, value = x W + bias, from one linear or from three. x [tokens, h]; query
/// [tokens, q/t], key and value [tokens, max(k/t, 1) head_dim].
void qkv_forward(Context& context, const QkvIds& ids, ConstView x, View query, View key,
                 View value);

/// dx [tokens, h] = this rank's part of the gradient of x, which is [tokens, h] or this rank's rows
/// of it; adds the gradients of biases and weights, or puts the weights' off.
void qkv_backward(Context& context, const QkvIds& ids, ConstView x, const QkvGradient& gradient,
                  View dx);

}  // namespace sim
