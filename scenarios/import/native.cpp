#include "scenarios/import/native.hpp"

#include <array>
#include <string>

#include <fmt/format.h>

#include "scenarios/import/key_table.hpp"
#include "scenarios/import/setting_values.hpp"

namespace scenarios {

namespace {

constexpr std::array summary_rows{
    ConfigKey{"num_layers", "model.num_layers"},
    ConfigKey{"hidden_dim", "model.hidden_size"},
    ConfigKey{"n_head", "model.num_attention_heads"},
    ConfigKey{"num_key_value_heads", "model.num_key_value_heads"},
    ConfigKey{"ffn_embed_dim", "model.ffn_hidden_size"},
    ConfigKey{"vocab_size", "model.vocab_size"},
    ConfigKey{"max_seq_len", "model.seq_length"},
};

constexpr std::array picotron_rows{
    ConfigKey{"model.num_hidden_layers", "model.num_layers"},
    ConfigKey{"model.num_attention_heads", "model.num_attention_heads"},
    ConfigKey{"model.num_key_value_heads", "model.num_key_value_heads"},
    ConfigKey{"training.seq_length", "model.seq_length"},
    ConfigKey{"training.seed", "training.seed"},
    ConfigKey{"training.learning_rate", "optimizer.lr"},
    ConfigKey{"distributed.tp_size", "parallel.tensor_model_parallel_size"},
    ConfigKey{"distributed.pp_size", "parallel.pipeline_model_parallel_size"},
    ConfigKey{"distributed.dp_size", "parallel.data_parallel_size"},
};

const KeyTable& summary_table() {
  static const KeyTable table{
      .rows = {{.keys = "num_layers hidden_dim n_head num_key_value_heads ffn_embed_dim vocab_size "
                        "max_seq_len",
                .forms = form::integer,
                .by = "summary_rows"},
               {.keys = "model_type name",
                .fate = Fate::limited,
                .forms = form::word,
                .by = "read_summary"}},
      .irrelevant = ""};
  return table;
}

// Names: Picotron's template/base_config.json.
const KeyTable& picotron_table() {
  static const KeyTable table{
      .rows = {{.keys = "distributed.tp_size distributed.pp_size distributed.dp_size "
                        "model.num_hidden_layers model.num_attention_heads "
                        "model.num_key_value_heads training.seq_length training.seed "
                        "training.micro_batch_size training.gradient_accumulation_steps "
                        "training.total_train_steps",
                .forms = form::integer,
                .by = "read_picotron"},
               {.keys = "training.learning_rate", .forms = form::number, .by = "picotron_rows"},
               {.keys = "distributed.cp_size",
                .fate = Fate::limited,
                .forms = form::integer,
                .by = "read_picotron"},
               {.keys = "distributed.pp_engine",
                .forms = form::word,
                .by = "read_picotron",
                .words = "1f1b afab"},
               {.keys = "model.name", .forms = form::word, .by = "read_picotron"},
               {.keys = "model.dtype",
                .forms = form::word,
                .by = "read_picotron",
                .words = "bfloat16 float32"},
               {.keys = "model.use_flash_attention",
                .fate = Fate::missing,
                .forms = form::boolean,
                .by = "flash attention, which keeps no s*s scores, is missing; supported: false",
                .off = "false"}},
      .irrelevant =
          "dataset checkpoint logging environment distributed.backend "
          "distributed.use_cpu model.use_fused_adam training.num_samples "
          "training.max_tokens"};
  return table;
}

// OPT's table of positions has two rows more than positions; its relu is not computed.
void read_opt_summary(Imported& imported, Settings& settings, const std::string& name) {
  if (const auto length = imported.draft.integer("model.seq_length")) {
    imported.give("model.max_position_embeddings", *length + 2, settings, "max_seq_len");
  }
  imported.approximate(settings, "model_type",
                       "OPT computes relu; gelu_tanh stands in, with the same sizes");
  if (name.find("opt-350m") == std::string::npos) return;
  imported.leave_uncounted(settings, "name", "the size of the embedding is lost");
  imported.obstacle(settings, "name",
                    "opt-350m projects word embeddings of 512 channels and norms after the sum; "
                    "this form of file has lost both, so that its 331,196,416 parameters cannot be "
                    "reached from it");
}

}  // namespace

void read_summary(Imported& imported, Settings& settings) {
  const std::string type = text_of(imported, settings, "model_type").value_or("");
  const std::string name = text_of(imported, settings, "name").value_or("");
  imported.sources.push_back(fmt::format("{}: model summary of {}", settings.file(), type));
  examine(imported, settings, summary_table());
  translate(imported, settings, summary_rows);
  imported.give("model.architecture", std::string("gpt2"), settings, "model_type");
  imported.give("model.tie_word_embeddings", true, settings, "model_type");
  if (type == "opt") {
    read_opt_summary(imported, settings, name);
  } else if (type != "gpt2") {
    imported.obstacle(
        settings, "model_type",
        fmt::format("a summary of '{}' is not supported; supported: gpt2, opt", type));
    imported.leave_uncounted(settings, "model_type",
                             "only GPT-2's and OPT's blocks are known here");
  }
  account(imported, settings, summary_table());
}

void read_picotron(Imported& imported, Settings& settings) {
  imported.sources.push_back(fmt::format("{}: Picotron config", settings.file()));
  imported.overrides_named_model = true;
  examine(imported, settings, picotron_table());
  translate(imported, settings, picotron_rows);
  imported.batch.micro = stated(imported, settings, "training.micro_batch_size");
  imported.batch.accumulation = stated(imported, settings, "training.gradient_accumulation_steps");
  imported.batch.steps = stated(imported, settings, "training.total_train_steps");
  const std::string type = text_of(imported, settings, "model.dtype").value_or("bfloat16");
  imported.give("precision", std::string(type == "bfloat16" ? "bf16" : "fp32"), settings,
                "model.dtype");
  const std::string engine = text_of(imported, settings, "distributed.pp_engine").value_or("1f1b");
  imported.give("parallel.pipeline_schedule", std::string(engine == "afab" ? "gpipe" : "1f1b"),
                settings, "distributed.pp_engine");
  const auto context = stated(imported, settings, "distributed.cp_size");
  if (context && context->value > 1) {
    imported.batch.unsaid_ranks *= context->value;
    imported.lack(
        settings, "distributed.cp_size",
        fmt::format("is {}: context parallelism is missing; supported: 1", context->value));
  }
  const std::string name = text_of(imported, settings, "model.name").value_or("?");
  imported.deferred.emplace_back(
      [place = settings.place_of("model.name").text(), name](Imported& whole) {
        if (whole.draft.has("model.hidden_size")) return;
        whole.obstacles.push_back(
            {place, "model.name",
             fmt::format("the shape comes from the model '{}', not from this file; give its "
                         "config.json beside it",
                         name)});
      });
  account(imported, settings, picotron_table());
}

}  // namespace scenarios
