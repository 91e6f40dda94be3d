#pragma once

#include <string>

namespace sim {

/// How a checkpoint names and lays out the tensors: data of an architecture preset, so that the
/// model is built without asking which architecture it is. A name is layer_prefix + layer number +
/// "." + module + ".weight" or ".bias".
struct TensorNames {
  std::string word_table = "transformer.wte";
  std::string position_table = "transformer.wpe";
  std::string layer_prefix = "transformer.h.";
  std::string norm_1 = "ln_1";
  std::string fused_qkv = "attn.c_attn";
  std::string projection = "attn.c_proj";
  std::string norm_2 = "ln_2";
  std::string fc1 = "mlp.c_fc";
  std::string fc2 = "mlp.c_proj";
  std::string final_norm = "transformer.ln_f";
  std::string head = "lm_head";
  /// Linear weights are [in, out] (GPT-2's "Conv1D"); otherwise [out, in].
  bool weights_are_in_out = true;
};

}  // namespace sim
