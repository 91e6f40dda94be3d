#include "sim/model/names.hpp"

namespace sim {

TensorNames gpt2_names() {
  return {};
}

TensorNames llama_names() {
  return {.word_table = "model.embed_tokens",
          .position_table = "model.embed_positions",
          .layer_prefix = "model.layers.",
          .norm_1 = "input_layernorm",
          .qkv_fusion = QkvFusion::separate,
          .fused_qkv = "",
          .query = "self_attn.q_proj",
          .key = "self_attn.k_proj",
          .value = "self_attn.v_proj",
          .query_norm = "self_attn.q_norm",
          .key_norm = "self_attn.k_norm",
          .projection = "self_attn.o_proj",
          .norm_2 = "post_attention_layernorm",
          .gate = "mlp.gate_proj",
          .up = "mlp.up_proj",
          .fc1 = "mlp.up_proj",
          .fc2 = "mlp.down_proj",
          .final_norm = "model.norm",
          .head = "lm_head",
          .weights_are_in_out = false};
}

TensorNames gpt_neox_names() {
  return {.word_table = "gpt_neox.embed_in",
          .position_table = "gpt_neox.embed_positions",
          .layer_prefix = "gpt_neox.layers.",
          .norm_1 = "input_layernorm",
          .qkv_fusion = QkvFusion::heads,
          .fused_qkv = "attention.query_key_value",
          .query = "attention.query",
          .key = "attention.key",
          .value = "attention.value",
          .query_norm = "attention.query_norm",
          .key_norm = "attention.key_norm",
          .projection = "attention.dense",
          .norm_2 = "post_attention_layernorm",
          .gate = "mlp.dense_gate",
          .up = "mlp.dense_up",
          .fc1 = "mlp.dense_h_to_4h",
          .fc2 = "mlp.dense_4h_to_h",
          .final_norm = "gpt_neox.final_layer_norm",
          .head = "embed_out",
          .weights_are_in_out = false};
}

}  // namespace sim
