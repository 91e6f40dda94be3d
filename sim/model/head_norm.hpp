#pragma once

#include "sim/model/norm.hpp"
#include "sim/model/qkv.hpp"

namespace sim {

/// Norms over each head's channels of query and key (qk_layernorm; Henry et al. 2020), whose
/// vectors have head_dim elements that all heads share.
struct HeadNormItems {
  Item statistics;
  Item output;
};
inline constexpr HeadNormItems query_norm_items = {Item::attention_query_norm_statistics,
                                                   Item::attention_query};
inline constexpr HeadNormItems key_norm_items = {Item::attention_key_norm_statistics,
                                                 Item::attention_key};

/// Returns norm(saved.input), [tokens, heads * head_dim].
Tensor head_norm_forward(Context& context, const NormIds& ids, const HeadNormItems& items,
                         NormSaved& saved);

/// From the gradient of the norm's output to that of its input, in place; adds the gradients of
/// bias and gain and frees `saved`.
void head_norm_backward(Context& context, const NormIds& ids, Heads<View> gradient,
                        NormSaved& saved);

}  // namespace sim
