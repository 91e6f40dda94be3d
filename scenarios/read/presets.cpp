#include "scenarios/read/presets.hpp"

#include <array>

namespace scenarios {

namespace {

using sim::Activation;
using sim::Normalization;
using sim::PositionEmbedding;

// What an architecture makes of the block keys.
struct Preset {
  Normalization normalization{};
  PositionEmbedding position_embedding_type{};
  Activation activation_func{};
  bool gated_linear_unit = false;
  bool add_bias_linear = false;
  bool parallel_residual = false;
  double rotary_percent = 1.0;
  bool tie_word_embeddings = false;
};

constexpr Preset gpt2{.normalization = Normalization::layer_norm,
                      .position_embedding_type = PositionEmbedding::learned_absolute,
                      .activation_func = Activation::gelu_tanh,
                      .add_bias_linear = true,
                      .tie_word_embeddings = true};
constexpr Preset llama{.normalization = Normalization::rms_norm,
                       .position_embedding_type = PositionEmbedding::rope,
                       .activation_func = Activation::silu,
                       .gated_linear_unit = true};
constexpr Preset gpt_neox{.normalization = Normalization::layer_norm,
                          .position_embedding_type = PositionEmbedding::rope,
                          .activation_func = Activation::gelu,
                          .add_bias_linear = true,
                          .parallel_residual = true,
                          .rotary_percent = 0.25};

constexpr sim::EnumTable<Architecture, Preset> presets{
    {{Architecture::gpt2, gpt2}, {Architecture::llama, llama}, {Architecture::gpt_neox, gpt_neox}}};

constexpr sim::EnumTable<Architecture, sim::TensorNames (*)()> names{
    {{Architecture::gpt2, &sim::gpt2_names},
     {Architecture::llama, &sim::llama_names},
     {Architecture::gpt_neox, &sim::gpt_neox_names}}};

}  // namespace

void fill_preset(Draft& draft) {
  const auto architecture = draft.get<Architecture>("model.architecture");
  if (!architecture) return;
  const Preset& preset = presets[*architecture];
  draft.fill("model.normalization", preset.normalization);
  draft.fill("model.position_embedding_type", preset.position_embedding_type);
  draft.fill("model.activation_func", preset.activation_func);
  draft.fill("model.gated_linear_unit", preset.gated_linear_unit);
  draft.fill("model.add_bias_linear", preset.add_bias_linear);
  draft.fill("model.qk_layernorm", false);
  draft.fill("model.parallel_residual", preset.parallel_residual);
  draft.fill("model.shared_norm", false);
  draft.fill("model.rotary_percent", preset.rotary_percent);
  draft.fill("model.rotary_base", 10000.0);
  draft.fill("model.tie_word_embeddings", preset.tie_word_embeddings);
  if (const auto bias = draft.get<bool>("model.add_bias_linear")) {
    draft.fill("model.add_qkv_bias", *bias);
  }
}

sim::TensorNames names_of(Architecture architecture) {
  return names[architecture]();
}

}  // namespace scenarios
