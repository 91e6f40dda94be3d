#include "scenarios/import/hugging_face/hugging_face.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "scenarios/import/hugging_face/config_reader.hpp"
#include "scenarios/import/hugging_face/expert_count.hpp"

namespace scenarios {

namespace {

// What a config says beside the model's shape: generation, labels, the run that it comes from.
constexpr std::string_view irrelevant =
    "architectures _name_or_path auto_map transformers_version torch_dtype dtype torchscript "
    "use_bfloat16 use_cache pretraining_tp initializer_range init_std max_window_layers "
    "attention_dropout attn_pdrop resid_pdrop embd_pdrop embed_dropout resid_dropout dropout "
    "hidden_dropout classifier_dropout activation_dropout layerdrop attention_softmax_in_fp32 "
    "bos_token_id eos_token_id pad_token_id sep_token_id unk_token_id decoder_start_token_id "
    "forced_bos_token_id forced_eos_token_id prefix tokenizer_class task_specific_params "
    "problem_type finetuning_task id2label label2id return_dict return_dict_in_generate "
    "output_hidden_states output_attentions output_scores output_past output_router_logits "
    "tf_legacy_loss pruned_heads chunk_size_feed_forward is_encoder_decoder is_decoder "
    "cross_attention_hidden_size tie_encoder_decoder max_length min_length do_sample "
    "early_stopping num_beams num_beam_groups diversity_penalty temperature top_k top_p typical_p "
    "repetition_penalty length_penalty no_repeat_ngram_size encoder_no_repeat_ngram_size "
    "bad_words_ids num_return_sequences remove_invalid_values exponential_decay_length_penalty "
    "suppress_tokens begin_suppress_tokens summary_activation summary_first_dropout "
    "summary_proj_to_labels summary_type summary_use_proj n_ctx gradient_checkpointing jax "
    "use_mems_eval use_fast slow_but_exact skip_bias_add skip_bias_add_qkv masked_softmax_fusion "
    "offset_alibi quantization_config router_aux_loss_coef attn_implementation "
    "_attn_implementation cache_implementation _remove_final_layer_norm unk_index "
    "add_bos_token add_cross_attention tokenizer_type";

// Rates of dropout in a block and before it.
constexpr std::array<std::string_view, 8> dropout_rates = {
    "attention_dropout", "attn_pdrop",    "resid_pdrop", "embd_pdrop",
    "embed_dropout",     "resid_dropout", "dropout",     "hidden_dropout"};

// A config says which dropout its model was trained with, not which one a run has that reads it.
void note_dropout(Imported& imported, const Settings& settings) {
  for (const Setting& setting : settings.all()) {
    const bool is_rate = std::ranges::find(dropout_rates, setting.key) != dropout_rates.end();
    if (!is_rate || setting.value.is_null() || setting.value == 0) continue;
    imported.notes.push_back(
        fmt::format("{}: {}: is {}, of the model's own training; the scenario has the dropout of "
                    "model.attention_dropout and model.hidden_dropout, 0 unless given (--set)",
                    setting.origin.text(), setting.key, setting.value.dump()));
  }
}

// Models of text and images keep the text model's config inside; whether its tables are one may
// stand in either place.
constexpr std::string_view nested = "text_config";

Settings text_model_of(Imported& imported, const Settings& settings) {
  if (!settings.states(nested)) return settings;
  Settings text(settings.file());
  const std::string prefix = std::string(nested) + ".";
  if (settings.mentions(nested)) {
    imported.fault(settings, nested, "is no model's config, which would be an object with keys");
  }
  for (Setting setting : settings.all()) {
    if (setting.key.starts_with(prefix)) {
      setting.key = setting.key.substr(prefix.size());
    } else if (setting.key != "tie_word_embeddings") {
      continue;
    }
    text.add(std::move(setting));
  }
  for (const Fault& fault : text.faults()) {
    imported.draft.refuse(fault.key, text.place_of(fault.key), fault.what);
  }
  return text;
}

void note_other_models(Imported& imported, const Settings& settings) {
  imported.notes.push_back(
      fmt::format("{}: {}: the text model alone is read and counted; what stands beside it is not",
                  settings.place_of(nested).text(), nested));
  for (const Setting& setting : settings.all()) {
    if (is_at_or_below(setting.key, nested) || setting.key == "tie_word_embeddings") continue;
    imported.ignored.push_back(fmt::format("{}: {}", setting.origin.text(), setting.key));
  }
}

}  // namespace

void read_hugging_face(Imported& imported, Settings& settings) {
  Settings text = text_model_of(imported, settings);
  if (settings.states(nested)) note_other_models(imported, settings);
  if (!count_experts(imported, text)) {
    read_config(imported, text);
    note_dropout(imported, text);
  }
  imported.account(text, irrelevant);
}

void apply_hugging_face(Draft& draft, Settings& settings) {
  Imported imported(std::move(draft), false);
  Settings text = text_model_of(imported, settings);
  try {
    read_config(imported, text);
  } catch (...) {
    draft = std::move(imported.draft);
    throw;
  }
  draft = std::move(imported.draft);
}

}  // namespace scenarios
