#include "scenarios/import/megatron/megatron_table.hpp"

// Names: Megatron-LM's megatron/training/arguments.py and core/transformer/transformer_config.py,
// releases of 2021 to 2026, and the forks that train GPT-like models with DeepSpeed.

namespace scenarios {

using enum Fate;

std::vector<KeyRow> megatron_model_rows() {
  return {
      {.keys = "num_layers encoder_num_layers hidden_size num_attention_heads kv_channels "
               "seq_length encoder_seq_length max_position_embeddings vocab_size "
               "make_vocab_size_divisible_by rotary_base",
       .forms = form::integer,
       .by = "megatron_rows"},
      {.keys = "rotary_percent attention_dropout hidden_dropout",
       .forms = form::number,
       .by = "megatron_rows"},
      {.keys = "norm_epsilon layernorm_epsilon", .forms = form::number, .by = "megatron_rows"},
      {.keys = "add_qkv_bias qk_layernorm", .forms = form::boolean, .by = "megatron_rows"},
      {.keys = "ffn_hidden_size num_query_groups",
       .forms = form::integer,
       .by = "read_megatron_block"},
      {.keys = "group_query_attention untie_embeddings_and_output_weights disable_bias_linear "
               "apply_layernorm_1p layernorm_zero_centered_gamma swiglu squared_relu openai_gelu "
               "quick_geglu geglu use_rotary_position_embeddings no_position_embedding",
       .forms = form::boolean,
       .by = "read_megatron_block"},
      {.keys = "embed_layernorm",
       .fate = limited,
       .forms = form::boolean,
       .by = "read_megatron_block"},
      {.keys = "position_embedding_type",
       .fate = limited,
       .forms = form::word,
       .by = "read_megatron_block"},
      {.keys = "normalization",
       .forms = form::word,
       .by = "read_megatron_block",
       .words = "LayerNorm RMSNorm"},
      {.keys = "padded_vocab_size pad_vocab_size_to",
       .forms = form::integer,
       .by = "read_megatron_vocabulary"},
      {.keys = "tokenizer_type",
       .fate = limited,
       .forms = form::word,
       .by = "vocabulary_of_tokenizer"},
      {.keys = "vocab_extra_ids",
       .fate = uncounted,
       .forms = form::integer,
       .by = "rows of the table beside the tokenizer's are missing; supported: 0",
       .off = "0"},

      {.keys = "use_flash_attn use_flash_attn_v2 use_flash_attn_triton",
       .fate = missing,
       .forms = form::boolean,
       .by = "flash attention, which keeps no s*s scores, is missing",
       .off = "false"},
      {.keys = "attention_backend",
       .fate = limited,
       .forms = form::word,
       .by = "read_megatron_attention",
       .words = "flash fused unfused local auto"},
      {.keys = "transformer_impl",
       .fate = limited,
       .forms = form::word,
       .by = "read_megatron_attention"},
      {.keys = "window_size chunk_attention_size",
       .fate = missing,
       .by = "attention within a window is missing"},
      {.keys = "window_attn_skip_freq", .fate = beside, .by = "window_size"},
      {.keys = "softmax_type",
       .fate = uncounted,
       .forms = form::word,
       .by = "learned sinks of the softmax are missing; supported: vanilla",
       .words = "vanilla off-by-one learnable",
       .off = "vanilla off-by-one"},
      {.keys = "attention_output_gate",
       .fate = uncounted,
       .forms = form::boolean,
       .by = "a gate behind the attention is missing; supported: false",
       .off = "false"},
      {.keys = "qk_l2_norm qk_clip",
       .fate = missing,
       .forms = form::boolean,
       .by = "this treatment of queries and keys is missing; supported: qk_layernorm",
       .off = "false"},
      {.keys = "apply_residual_connection_post_layernorm fp32_residual_connection",
       .fate = missing,
       .forms = form::boolean,
       .by = "another residual sum than that of the block is missing; supported: false",
       .off = "false"},
      {.keys = "multi_latent_attention",
       .fate = uncounted,
       .forms = form::boolean,
       .by = "multi-head latent attention is missing; supported: false",
       .off = "false"},
      {.keys = "q_lora_rank kv_lora_rank qk_head_dim qk_pos_emb_head_dim v_head_dim "
               "cache_mla_latents mla_down_proj_fusion",
       .fate = beside,
       .by = "multi_latent_attention"},
      {.keys = "num_experts num_moe_experts",
       .fate = uncounted,
       .forms = form::integer,
       .by = "mixture-of-experts layers (router, experts, their dispatch) are missing; supported: "
             "1",
       .off = "0 1"},
      {.keys = "moe_ffn_hidden_size moe_router_topk moe_layer_freq moe_latent_size "
               "moe_shared_expert_intermediate_size moe_shared_expert_gate moe_grouped_gemm "
               "moe_expert_capacity_factor moe_pad_expert_input_to_capacity moe_layer_recompute "
               "moe_token_dispatcher_type moe_shared_expert_overlap moe_extended_tp "
               "moe_router_load_balancing_type moe_router_pre_softmax moe_router_num_groups "
               "moe_router_group_topk moe_router_topk_limited_devices moe_router_dtype "
               "moe_router_score_function moe_router_topk_scaling_factor "
               "moe_router_enable_expert_bias moe_router_bias_update_rate moe_router_fusion "
               "moe_aux_loss_coeff moe_z_loss_coeff moe_input_jitter_eps moe_token_dropping "
               "moe_token_drop_policy moe_permute_fusion moe_enable_deepep moe_deepep_num_sms "
               "moe_use_upcycling moe_use_legacy_grouped_gemm overlap_moe_expert_parallel_comm "
               "expert_tensor_parallel_size topk mlp_type create_moe_param_group use_tutel",
       .fate = beside,
       .by = "num_experts"},
      {.keys = "mtp_num_layers",
       .fate = uncounted,
       .forms = form::integer,
       .by = "multi-token prediction is missing; supported: 0",
       .off = "0"},
      {.keys = "mtp_loss_scaling_factor mtp_use_repeated_layer mtp_detach_heads mtp_standalone",
       .fate = beside,
       .by = "mtp_num_layers"},
      {.keys = "heterogeneous_layers_config_path heterogeneous_layers_config_encoded_json",
       .fate = uncounted,
       .forms = form::word,
       .by = "layers of different shapes are missing"},
      {.keys = "hybrid_layer_pattern hybrid_override_pattern hybrid_attention_ratio "
               "hybrid_mlp_ratio is_hybrid_model",
       .fate = uncounted,
       .by = "state-space (Mamba) layers are missing",
       .off = "false 0 0.0"},
      {.keys = "mamba_state_dim mamba_head_dim mamba_num_groups mamba_num_heads",
       .fate = beside,
       .by = "hybrid_override_pattern"},
      {.keys = "experimental_attention_variant linear_attention_freq spec",
       .fate = uncounted,
       .by = "another layer than the dense block is missing"},
      {.keys = "retro_add_retriever",
       .fate = uncounted,
       .forms = form::boolean,
       .by = "layers that retrieve are missing; supported: false",
       .off = "false"},
      {.keys = "decoder_num_layers decoder_seq_length",
       .fate = uncounted,
       .forms = form::integer,
       .by = "a decoder beside an encoder is missing"},
      {.keys = "vision_pretraining add_vision_model",
       .fate = uncounted,
       .forms = form::boolean,
       .by = "a model of images is missing; supported: false",
       .off = "false"},
      {.keys = "enable_mhc_connections",
       .fate = uncounted,
       .forms = form::boolean,
       .by = "several residual streams are missing; supported: false",
       .off = "false"},
  };
}

}  // namespace scenarios
