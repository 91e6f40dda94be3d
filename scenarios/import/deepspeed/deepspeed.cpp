#include "scenarios/import/deepspeed/deepspeed.hpp"

#include <array>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "scenarios/import/deepspeed/deepspeed_keys.hpp"
#include "scenarios/import/deepspeed/deepspeed_table.hpp"
#include "scenarios/import/setting_values.hpp"

namespace scenarios {

namespace {

// What the Trainer of Hugging Face puts in place of "auto" (integrations/deepspeed.py), with h the
// hidden size; the table says the same in words.
struct AutoSize {
  std::string_view key;
  std::string_view path;
  std::int64_t (*value)(std::int64_t h);
};

constexpr std::array auto_sizes{
    AutoSize{"zero_optimization.reduce_bucket_size", "zero.reduce_bucket_size",
             [](std::int64_t h) { return h * h; }},
    AutoSize{
        "zero_optimization.stage3_prefetch_bucket_size", "zero.stage3_prefetch_bucket_size",
        [](std::int64_t h) { return static_cast<std::int64_t>(0.9 * static_cast<double>(h * h)); }},
    AutoSize{"zero_optimization.stage3_param_persistence_threshold",
             "zero.stage3_param_persistence_threshold", [](std::int64_t h) { return 10 * h; }},
};

void read_auto_sizes(Imported& imported, Settings& settings) {
  for (const AutoSize& row : auto_sizes) {
    if (!settings.is_auto(row.key)) continue;
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

// Linears are split over as many ranks; the tables stay whole there.
void read_tensor_parallel(Imported& imported, Settings& settings) {
  for (const char* name : {"autotp_size", "tp.tp_size", "tensor_parallel.tp_size"}) {
    const std::string key = fmt::format("tensor_parallel.{}", name);
    const auto size = integer_of(imported, settings, key).value_or(1);
    if (size <= 1) continue;
    translate(imported, settings, ConfigKey{key, "parallel.tensor_model_parallel_size"});
    imported.approximate(settings, key,
                         "DeepSpeed splits the linears alone; here the word table is split too");
  }
}

// Ranks that share a sequence (Ulysses) see the same sequences: they are no replicas.
void read_sequence_parallel(Imported& imported, Settings& settings) {
  for (const char* key : {"sequence_parallel_size", "sequence_parallel.size"}) {
    const auto size = stated(imported, settings, key);
    if (!size || size->value == 1) continue;
    imported.batch.unsaid_ranks *= size->value;
    imported.lack(settings, key,
                  fmt::format("is {}: ranks that split a sequence between them (Ulysses) are "
                              "missing; supported: 1",
                              size->value));
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
  examine(imported, settings, deepspeed_table());
  read_batch(imported, settings);
  read_tensor_parallel(imported, settings);
  read_sequence_parallel(imported, settings);
  read_auto_sizes(imported, settings);
  read_zero(imported, settings);
  read_types(imported, settings);
  note_auto_types(imported, settings);
  read_optimizer(imported, settings);
  read_checkpointing(settings);
  fill_optimizer(imported, settings);
  imported.deferred.emplace_back(fill_stage3);
  account(imported, settings, deepspeed_table());
}

}  // namespace scenarios
