#include "scenarios/import/hugging_face/config_table.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "scenarios/import/hugging_face/config_family.hpp"
#include "scenarios/read/keys.hpp"

namespace scenarios {

namespace {

using enum Fate;

// What a config says beside the model's shape: generation, labels, the run that it comes from.
constexpr const char* irrelevant =
    "architectures _name_or_path auto_map transformers_version torchscript "
    "use_bfloat16 use_cache pretraining_tp initializer_range init_std max_window_layers "
    "attention_dropout attn_pdrop resid_pdrop embd_pdrop embed_dropout resid_dropout dropout "
    "hidden_dropout classifier_dropout activation_dropout layerdrop attention_softmax_in_fp32 "
    "residual_dropout embedding_dropout "
    "bos_token_id eos_token_id pad_token_id sep_token_id unk_token_id decoder_start_token_id "
    "forced_bos_token_id forced_eos_token_id prefix tokenizer_class task_specific_params "
    "problem_type finetuning_task id2label label2id return_dict return_dict_in_generate "
    "output_hidden_states output_attentions output_scores output_past output_router_logits "
    "tf_legacy_loss chunk_size_feed_forward is_decoder "
    "cross_attention_hidden_size tie_encoder_decoder max_length min_length do_sample "
    "early_stopping num_beams num_beam_groups diversity_penalty temperature top_k top_p typical_p "
    "repetition_penalty length_penalty no_repeat_ngram_size encoder_no_repeat_ngram_size "
    "bad_words_ids num_return_sequences remove_invalid_values exponential_decay_length_penalty "
    "suppress_tokens begin_suppress_tokens summary_activation summary_first_dropout "
    "summary_proj_to_labels summary_type summary_use_proj n_ctx gradient_checkpointing jax "
    "use_mems_eval use_fast slow_but_exact skip_bias_add skip_bias_add_qkv masked_softmax_fusion "
    "offset_alibi router_aux_loss_coef cache_implementation _remove_final_layer_norm unk_index "
    "add_bos_token tokenizer_type norm_type mlp_type _sliding_window_pattern";

// All keys that some family reads, for the nearest known one.
std::string keys_of_families() {
  std::string keys = "model_type dtype torch_dtype";
  for (const ConfigFamily* family : all_families()) {
    for (const ConfigKey& row : family->keys) {
      if (!contains_word(keys, row.config_key)) keys += fmt::format(" {}", row.config_key);
    }
    if (!family->activation_key.empty() && !contains_word(keys, family->activation_key)) {
      keys += fmt::format(" {}", family->activation_key);
    }
  }
  return keys;
}

KeyTable make_table() {
  static const std::string known = keys_of_families();
  return {.rows =
              {
                  {.keys = "_attn_implementation attn_implementation",
                   .fate = missing,
                   .by = "attention without the matrix of scores is missing; supported: eager, "
                         "sdpa",
                   .off = "eager sdpa"},
                  {.keys = "use_flash_attn use_flash_attention use_flash_attention_2 flash_attn "
                           "_flash_attn_2_enabled",
                   .fate = missing,
                   .by = "attention without the matrix of scores is missing; supported: false",
                   .off = "false"},
                  {.keys = "quantization_config",
                   .fate = missing,
                   .by = "quantized weights are missing"},
                  {.keys = "num_experts num_local_experts n_routed_experts moe_num_experts "
                           "num_experts_per_tok n_shared_experts moe_intermediate_size",
                   .fate = uncounted,
                   .by = "layers of experts, which this family is not known to have",
                   .off = "0"},
                  {.keys = "kv_lora_rank q_lora_rank qk_rope_head_dim qk_nope_head_dim v_head_dim "
                           "num_nextn_predict_layers",
                   .fate = uncounted,
                   .by = "parts of DeepSeek's block, which this family is not known to have",
                   .off = "0"},
                  {.keys = "mamba_d_state state_size ssm_state_size attn_layer_period "
                           "hybrid_override_pattern linear_num_key_heads",
                   .fate = uncounted,
                   .by = "layers of state spaces, which this family is not known to have",
                   .off = "0"},
                  {.keys = "use_qk_norm qk_norm qk_layernorm use_qk_layernorm",
                   .fate = uncounted,
                   .by = "norms of queries and keys, which this family is not known to have",
                   .off = "false"},
                  {.keys = "attention_bias mlp_bias use_bias qkv_bias use_qkv_bias add_qkv_bias "
                           "add_bias_linear attention_qkv_bias attention_out_bias bias",
                   .fate = uncounted,
                   .by = "biases, which this family is not known to choose",
                   .off = "false"},
                  {.keys = "num_kv_heads num_key_value_heads multi_query_group_num head_dim "
                           "embedding_size",
                   .fate = uncounted,
                   .by = "a size that this family is not known to have"},
                  {.keys = "is_encoder_decoder add_cross_attention",
                   .fate = uncounted,
                   .by = "an encoder, or attention to one, is missing; supported: false",
                   .off = "false"},
                  {.keys = "pruned_heads",
                   .fate = uncounted,
                   .by = "layers with fewer heads are missing",
                   .off = "{}"},
                  {.keys = known, .by = "the family's row"},
              },
          .irrelevant = irrelevant};
}

// The row of a key or of what it stands below.
const KeyRow* row_above(std::string_view key) {
  for (std::size_t end = key.find('.');; end = key.find('.', end + 1)) {
    if (const KeyRow* row = find_row(config_table(), key.substr(0, end))) return row;
    if (end == std::string_view::npos) return nullptr;
  }
}

}  // namespace

const KeyTable& config_table() {
  static const KeyTable table = make_table();
  return table;
}

void tell_unread(Imported& imported, Settings& settings) {
  const std::vector<Setting> all = settings.all();
  const KeyRow* told = nullptr;  // a section once, not each of its keys
  for (const Setting& setting : all) {
    if (setting.used || setting.value.is_null()) continue;
    const KeyRow* row = row_above(setting.key);
    if (row == nullptr || (row->fate != missing && row->fate != uncounted)) continue;
    const std::string word =
        setting.value.is_string() ? setting.value.get<std::string>() : setting.value.dump();
    const bool is_off = contains_word(row->off, word);
    settings.use(setting.key, is_off ? "nothing: it is off" : "nothing: it is missing");
    if (is_off || (row == told && setting.key.find('.') != std::string::npos)) continue;
    told = row;
    const std::string what = fmt::format("is {}: {}", word, row->by);
    if (row->fate == uncounted) {
      imported.lack_shape(settings, setting.key, what);
    } else {
      imported.lack(settings, setting.key, what);
    }
  }
}

}  // namespace scenarios
