#include "scenarios/read/presets.hpp"

#include <array>
#include <string>

#include "scenarios/read/keys.hpp"
#include "scenarios/read/value.hpp"
#include "sim/ensure.hpp"

namespace scenarios {

namespace {

// A block key and what each architecture makes of it, as one would write it in a scenario.
struct Row {
  std::string_view key;
  std::string_view gpt2;
  std::string_view llama;
  std::string_view gpt_neox;
};

constexpr std::array rows{
    Row{"model.normalization", "LayerNorm", "RMSNorm", "LayerNorm"},
    Row{"model.position_embedding_type", "learned_absolute", "rope", "rope"},
    Row{"model.activation_func", "gelu_tanh", "silu", "gelu"},
    Row{"model.gated_linear_unit", "false", "true", "false"},
    Row{"model.add_bias_linear", "true", "false", "true"},
    Row{"model.qk_layernorm", "false", "false", "false"},
    Row{"model.parallel_residual", "false", "false", "true"},
    Row{"model.shared_norm", "false", "false", "false"},
    Row{"model.rotary_percent", "1", "1", "0.25"},
    Row{"model.rotary_base", "10000", "10000", "10000"},
    Row{"model.tie_word_embeddings", "true", "false", "false"},
};

std::string_view of_architecture(const Row& row, std::string_view architecture) {
  if (architecture == "llama") return row.llama;
  return architecture == "gpt_neox" ? row.gpt_neox : row.gpt2;
}

}  // namespace

void fill_preset(Draft& draft) {
  const auto architecture = draft.get<std::string>("model.architecture");
  if (!architecture) return;
  for (const Row& row : rows) {
    const Key* key = find_key(row.key);
    ENSURE(key != nullptr, row.key);
    draft.fill(row.key, value_of_text(*key, of_architecture(row, *architecture)));
  }
  if (const auto bias = draft.get<bool>("model.add_bias_linear")) {
    draft.fill("model.add_qkv_bias", *bias);
  }
}

sim::TensorNames names_of(std::string_view architecture) {
  if (architecture == "llama") return sim::llama_names();
  if (architecture == "gpt_neox") return sim::gpt_neox_names();
  ENSURE(architecture == "gpt2", architecture);
  return sim::gpt2_names();
}

}  // namespace scenarios
