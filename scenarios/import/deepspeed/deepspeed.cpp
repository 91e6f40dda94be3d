#include "scenarios/import/deepspeed/deepspeed.hpp"

#include <array>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "scenarios/import/deepspeed/deepspeed_keys.hpp"
#include "scenarios/import/setting_values.hpp"

namespace scenarios {

namespace {

// What the Trainer of Hugging Face puts in place of "auto" (integrations/deepspeed.py), with h the
// hidden size.
struct AutoSize {
  std::string_view key;
  std::string_view path;
  std::string_view text;
  std::int64_t (*value)(std::int64_t h);
};

constexpr std::array auto_sizes{
    AutoSize{"zero_optimization.reduce_bucket_size", "zero.reduce_bucket_size", "h*h",
             [](std::int64_t h) { return h * h; }},
    AutoSize{
        "zero_optimization.stage3_prefetch_bucket_size", "zero.stage3_prefetch_bucket_size",
        "0.9*h*h",
        [](std::int64_t h) { return static_cast<std::int64_t>(0.9 * static_cast<double>(h * h)); }},
    AutoSize{"zero_optimization.stage3_param_persistence_threshold",
             "zero.stage3_param_persistence_threshold", "10*h",
             [](std::int64_t h) { return 10 * h; }},
};

void read_auto_sizes(Imported& imported, Settings& settings) {
  for (const AutoSize& row : auto_sizes) {
    if (!settings.is_auto(row.key)) continue;
    settings.use(row.key, fmt::format("{} {}, as Hugging Face's Trainer does", row.path, row.text));
    const bool is_stage3 = row.path.starts_with("zero.stage3");
    imported.deferred.emplace_back([row, is_stage3](Imported& whole) {
      const auto h = whole.draft.integer("model.hidden_size");
      if (!h || (is_stage3 && whole.draft.integer("zero.stage") != 3)) return;
      whole.draft.fill(row.path, row.value(*h));
    });
  }
}

// Once ZeRO-3 runs as DeepSpeed does, all of its four keys count, and two steps at least.
void fill_stage3(Imported& imported) {
  if (imported.draft.integer("zero.stage") != 3) return;
  imported.fill("zero.stage3_max_live_parameters", "1e9");
  imported.fill("zero.stage3_max_reuse_distance", "1e9");
  imported.fill("zero.stage3_prefetch_bucket_size", "5e7");
  imported.fill("zero.stage3_param_persistence_threshold", "1e5");
  imported.fill("training.steps", "2");
}

void fill_optimizer(Imported& imported, const Settings& settings) {
  const bool by_trainer = settings.is_auto("optimizer.params.lr") || !settings.states("optimizer");
  imported.fill("optimizer.lr", by_trainer ? "5e-5" : "1e-3");
  imported.fill("optimizer.betas", "[0.9, 0.999]");
  imported.fill("optimizer.eps", "1e-8");
  imported.fill("optimizer.weight_decay", "0");
  imported.fill("optimizer.clip_grad", settings.is_auto("gradient_clipping") ? "1" : "0");
}

void use_all_auto(Settings& settings) {
  const std::vector<Setting> all = settings.all();
  for (const Setting& setting : all) {
    if (setting.value != "auto" || setting.key.starts_with("scheduler")) continue;
    if (setting.meaning.empty()) {
      settings.use(setting.key, "auto: the default of Hugging Face's Trainer");
    }
  }
}

void note_auto_types(Imported& imported, const Settings& settings) {
  const bool is_open = settings.is_auto("fp16.enabled") || settings.is_auto("bf16.enabled");
  if (!is_open) return;
  imported.deferred.emplace_back([place = settings.place_of("fp16").text()](Imported& whole) {
    if (whole.draft.has("precision")) return;
    whole.notes.push_back(place +
                          ": fp16 and bf16 are \"auto\": the Trainer takes fp32 unless it is told "
                          "otherwise; --set precision=mixed_bf16 tells");
  });
}

void note_partitioning(Imported& imported, Settings& settings) {
  const std::string key = "activation_checkpointing.partition_activations";
  if (boolean_of(imported, settings, key).value_or(false)) {
    settings.use(key, "nothing: the model's code decides on recomputation, not this file");
  }
}

}  // namespace

void read_deepspeed(Imported& imported, Settings& settings) {
  imported.sources.push_back(fmt::format("{}: DeepSpeed config", settings.file()));
  const auto is_auto = [&](std::string_view key) { return settings.is_auto(key); };
  if (is_auto("train_micro_batch_size_per_gpu") || is_auto("train_batch_size")) {
    imported.batch.micro_by_default = 8;
    imported.batch.micro_source = "Hugging Face's Trainer for \"auto\"";
  }
  read_batch(imported, settings);
  read_auto_sizes(imported, settings);
  read_zero(imported, settings);
  read_types(imported, settings);
  note_auto_types(imported, settings);
  read_optimizer(imported, settings);
  note_partitioning(imported, settings);
  fill_optimizer(imported, settings);
  use_all_auto(settings);
  imported.deferred.emplace_back(fill_stage3);
  imported.account(settings, deepspeed_irrelevant);
}

}  // namespace scenarios
