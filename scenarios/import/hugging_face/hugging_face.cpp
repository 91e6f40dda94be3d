#include "scenarios/import/hugging_face/hugging_face.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "scenarios/import/hugging_face/config_reader.hpp"
#include "scenarios/import/hugging_face/config_table.hpp"
#include "scenarios/import/hugging_face/expert_count.hpp"
#include "scenarios/import/setting_values.hpp"

namespace scenarios {

namespace {

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

// The type of the stored weights says nothing certain of a run: it is taken where no file of a run
// is there, and told first.
void read_dtype(Imported& imported, Settings& settings) {
  const char* key = settings.states("dtype") ? "dtype" : "torch_dtype";
  const std::string type = text_of(imported, settings, key).value_or("float32");
  const bool is_bf16 = type.ends_with("bfloat16");
  if (!is_bf16 && !type.ends_with("float16")) return;
  if (imported.has_run) {
    settings.use(key, "nothing: the precision is that of the run's own file");
    return;
  }
  const std::string precision = is_bf16 ? "mixed_bf16" : "mixed_fp16";
  settings.use(key, "precision, unless --set gives it");
  imported.deferred.emplace_back(
      [place = settings.place_of(key).text(), key, type, precision](Imported& whole) {
        if (whole.draft.has("precision")) return;
        whole.draft.fill("precision", precision);
        whole.notes.insert(
            whole.notes.begin(),
            fmt::format("{}: PRECISION: {} is {}, that of the stored weights: training is taken to "
                        "be {} (16-bit weights beside an fp32 copy); --set precision=fp32, or "
                        "another, says otherwise",
                        place, key, type, precision));
      });
}

// A config knows the longest sequence alone, not that of a run.
void note_length(Imported& imported, const Settings& settings) {
  imported.deferred.emplace_back([file = settings.file()](Imported& whole) {
    const Origin* origin = whole.draft.origin_of("model.seq_length");
    const auto length = whole.draft.integer("model.seq_length");
    if (!length || origin == nullptr || origin->file != file || !origin->option.empty()) return;
    whole.notes.insert(
        whole.notes.begin(),
        fmt::format("{}: seq_length {} is the longest sequence that the model takes, "
                    "which a run's own may well not be; --set model.seq_length=N "
                    "gives that",
                    origin->text(), *length));
  });
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
    tell_unread(imported, text);
    note_dropout(imported, text);
    read_dtype(imported, text);
    note_length(imported, text);
  }
  account(imported, text, config_table());
}

void apply_hugging_face(Draft& draft, Settings& settings) {
  Imported imported(std::move(draft), false);
  Settings text = text_model_of(imported, settings);
  try {
    read_config(imported, text);
    tell_unread(imported, text);
  } catch (...) {
    draft = std::move(imported.draft);
    throw;
  }
  draft = std::move(imported.draft);
}

}  // namespace scenarios
