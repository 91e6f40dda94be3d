#include "scenarios/import/deepspeed/deepspeed_keys.hpp"

#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "scenarios/import/setting_values.hpp"

namespace scenarios {

namespace {

constexpr std::array zero_rows{
    ConfigKey{"zero_optimization.stage", "zero.stage"},
    ConfigKey{"zero_optimization.reduce_scatter", "zero.reduce_scatter"},
    ConfigKey{"zero_optimization.reduce_bucket_size", "zero.reduce_bucket_size"},
    ConfigKey{"zero_optimization.allgather_bucket_size", "zero.allgather_bucket_size"},
};

// Some of these are written without their prefix, which DeepSpeed takes too.
constexpr std::array stage3_rows{
    ConfigKey{"zero_optimization.stage3_max_live_parameters", "zero.stage3_max_live_parameters"},
    ConfigKey{"zero_optimization.max_live_parameters", "zero.stage3_max_live_parameters"},
    ConfigKey{"zero_optimization.stage3_max_reuse_distance", "zero.stage3_max_reuse_distance"},
    ConfigKey{"zero_optimization.max_reuse_distance", "zero.stage3_max_reuse_distance"},
    ConfigKey{"zero_optimization.stage3_prefetch_bucket_size", "zero.stage3_prefetch_bucket_size"},
    ConfigKey{"zero_optimization.prefetch_bucket_size", "zero.stage3_prefetch_bucket_size"},
    ConfigKey{"zero_optimization.stage3_param_persistence_threshold",
              "zero.stage3_param_persistence_threshold"},
    ConfigKey{"zero_optimization.param_persistence_threshold",
              "zero.stage3_param_persistence_threshold"},
};

// DeepSpeed's names of the optimizers that are computed here.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> optimizers = {{
    {"adam", "adamw"},
    {"adamw", "adamw"},
    {"fusedadam", "adamw"},
    {"cpu_adam", "adamw"},
    {"adamw8bit", "adamw8bit"},
    {"sgd", "sgd"},
}};

// Reductions run beside the backward in a second bucket.
void read_overlap(Imported& imported, Settings& settings) {
  const std::string key = "zero_optimization.overlap_comm";
  if (!boolean_of(imported, settings, key).value_or(false)) return;
  settings.use(key, "one bucket in flight is counted, not two");
}

void read_stage3(Imported& imported, Settings& settings, std::int64_t stage) {
  if (stage == 3) {
    translate(imported, settings, stage3_rows);
    return;
  }
  for (const ConfigKey& row : stage3_rows) {
    settings.use(row.config_key, fmt::format("nothing at stage {}", stage));
  }
}

// A key that says whether a type is used; NeoX has its own beside DeepSpeed's.
bool is_enabled(Imported& imported, Settings& settings, const std::string& section) {
  const auto enabled = boolean_of(imported, settings, section + ".enabled");
  const auto neox = boolean_of(imported, settings, section + ".fp16");
  return enabled.value_or(neox.value_or(false));
}

// Gradients are reduced in their own type here.
void read_reduction_type(Imported& imported, Settings& settings, const std::string& compute) {
  const std::string key = "communication_data_type";
  auto type = text_of(imported, settings, key);
  if (!type) return;
  if (*type == "bfloat16") type = "bf16";
  const auto stated_type = imported.draft.get<FloatType>("gradient_dtype");
  const std::string own(stated_type ? word_of(*stated_type) : std::string_view(compute));
  settings.use(key, fmt::format("gradients are {}", own));
  if (*type == own) return;
  imported.lack(settings, key,
                fmt::format("gradients of {} that are reduced in {} are missing; supported: {}",
                            own, *type, own));
}

void read_loss_scale(Imported& imported, Settings& settings) {
  const double fixed = real_of(imported, settings, "fp16.loss_scale").value_or(0);
  const auto power = integer_of(imported, settings, "fp16.initial_scale_power").value_or(16);
  if (power < 0 || power > 1000) {
    imported.fault(settings, "fp16.initial_scale_power", fmt::format("{} is no power", power));
    return;
  }
  translate(imported, settings, ConfigKey{"fp16.loss_scale_window", "loss_scale.window"});
  translate(imported, settings, ConfigKey{"fp16.hysteresis", "loss_scale.hysteresis"});
  if (fixed > 0) {
    imported.give("loss_scale.initial", fixed, settings, "fp16.loss_scale");
    imported.give("loss_scale.min", fixed, settings, "fp16.loss_scale");
    settings.use("fp16.min_loss_scale", "nothing: the scale is fixed");
    imported.approximate(settings, "fp16.loss_scale",
                         fmt::format("a fixed scale of {}: it does not fall below, but may grow "
                                     "after loss_scale.window steps",
                                     fixed));
    return;
  }
  translate(imported, settings, ConfigKey{"fp16.min_loss_scale", "loss_scale.min"});
  const std::string key = "fp16.initial_scale_power";
  imported.give("loss_scale.initial", std::ldexp(1.0, static_cast<int>(power)), settings,
                settings.mentions(key) ? key : "fp16");
}

void read_optimizer_type(Imported& imported, Settings& settings, bool eight_bit) {
  const auto type = text_of(imported, settings, "optimizer.type");
  if (!type) return;
  std::string lower = *type;
  for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  for (const auto& [name, word] : optimizers) {
    if (name != lower) continue;
    const bool is_small = eight_bit && word == "adamw";
    imported.give("optimizer.type", std::string(is_small ? "adamw8bit" : word), settings,
                  "optimizer.type");
    return;
  }
  imported.lack(settings, "optimizer.type",
                fmt::format("'{}' is not supported; supported: Adam, AdamW, AdamW8bit, SGD", *type),
                "optimizer.type");
}

}  // namespace

void read_zero(Imported& imported, Settings& settings) {
  translate(imported, settings, zero_rows);
  imported.fill("zero.stage", "0");
  const std::int64_t stage = imported.draft.integer("zero.stage").value_or(0);
  read_stage3(imported, settings, stage);
  read_overlap(imported, settings);
}

void read_types(Imported& imported, Settings& settings) {
  const bool fp16 = is_enabled(imported, settings, "fp16");
  const bool bf16 =
      is_enabled(imported, settings, "bf16") || is_enabled(imported, settings, "bfloat16");
  const auto neox_type = text_of(imported, settings, "fp16.type");
  if (fp16 && bf16) {
    imported.contradict(settings, "bf16", "fp16 and bf16 are both enabled");
    imported.fault(settings, "bf16.enabled", "fp16 and bf16 are both enabled; enable one of them");
    return;
  }
  const bool is_bf16 = bf16 || (fp16 && neox_type == "bfloat16");
  if (fp16 && !is_bf16) {
    imported.give("precision", std::string("mixed_fp16"), settings, "fp16.enabled");
    read_loss_scale(imported, settings);
  } else if (is_bf16) {
    imported.give("precision", std::string("mixed_bf16"), settings,
                  bf16 ? "bf16.enabled" : "fp16.type");
  }
  translate(imported, settings, ConfigKey{"data_types.grad_accum_dtype", "gradient_dtype"});
  read_reduction_type(imported, settings, is_bf16 ? "bf16" : fp16 ? "fp16" : "fp32");
  settings.use("fp16");  // scales of a type that is not used
}

void read_optimizer(Imported& imported, Settings& settings, bool eight_bit) {
  read_optimizer_type(imported, settings, eight_bit);
  translate(imported, settings, ConfigKey{"optimizer.params.lr", "optimizer.lr"});
  translate(imported, settings, ConfigKey{"optimizer.params.betas", "optimizer.betas"});
  translate(imported, settings, ConfigKey{"optimizer.params.eps", "optimizer.eps"});
  translate(imported, settings,
            ConfigKey{"optimizer.params.weight_decay", "optimizer.weight_decay"});
  translate(imported, settings, ConfigKey{"optimizer.params.momentum", "optimizer.momentum"});
  translate(imported, settings, ConfigKey{"gradient_clipping", "optimizer.clip_grad"});
  translate(imported, settings, ConfigKey{"optimizer.params.max_grad_norm", "optimizer.clip_grad"});
}

void read_batch(Imported& imported, Settings& settings) {
  BatchTerms& batch = imported.batch;
  if (auto value = stated(imported, settings, "train_batch_size")) batch.global = value;
  if (auto value = stated(imported, settings, "train_micro_batch_size_per_gpu")) {
    batch.micro = value;
  }
  if (auto value = stated(imported, settings, "gradient_accumulation_steps")) {
    batch.accumulation = value;
  }
}

void read_checkpointing(Settings& settings) {
  for (const char* key : {"partition_activations", "cpu_checkpointing", "number_checkpoints"}) {
    settings.use(fmt::format("activation_checkpointing.{}", key),
                 "nothing: the model's code decides on recomputation, not this file");
  }
}

}  // namespace scenarios
