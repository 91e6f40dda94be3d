#pragma once

#include <cstdint>
#include <string>

namespace sim {

/// How a checkpoint holds query, key and value: three linears; one whose outputs are the blocks
/// [q | k | v]; or one whose outputs are [q_j | k_j | v_j] head after head.
enum class QkvFusion : std::uint8_t { separate, blocks, heads };

/// How a checkpoint names and lays out the tensors: data of an architecture preset, so that the
/// model is built without asking which architecture it is. A name is layer_prefix + layer number +
/// "." + module + ".weight" or ".bias". Defaults: Hugging Face's GPT-2.
struct TensorNames {
  std::string word_table = "transformer.wte";
  std::string position_table = "transformer.wpe";
  std::string layer_prefix = "transformer.h.";
  std::string norm_1 = "ln_1";
  QkvFusion qkv_fusion = QkvFusion::blocks;  // holds while kv_heads = heads; else separate
  std::string fused_qkv = "attn.c_attn";
  std::string query = "attn.q_proj";
  std::string key = "attn.k_proj";
  std::string value = "attn.v_proj";
  std::string query_norm = "attn.q_norm";
  std::string key_norm = "attn.k_norm";
  std::string projection = "attn.c_proj";
  std::string norm_2 = "ln_2";
  std::string gate = "mlp.c_gate";  // with a gated linear unit, which has no fc1
  std::string up = "mlp.c_up";
  std::string fc1 = "mlp.c_fc";
  std::string fc2 = "mlp.c_proj";
  std::string final_norm = "transformer.ln_f";
  std::string head = "lm_head";
  /// Linear weights are [in, out] (GPT-2's "Conv1D"); otherwise [out, in].
  bool weights_are_in_out = true;
};

TensorNames gpt2_names();
TensorNames llama_names();
TensorNames gpt_neox_names();

}  // namespace sim
