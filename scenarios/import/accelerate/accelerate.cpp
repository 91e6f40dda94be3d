#include "scenarios/import/accelerate/accelerate.hpp"

#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "scenarios/import/accelerate/accelerate_table.hpp"
#include "scenarios/import/arguments.hpp"
#include "scenarios/import/deepspeed/deepspeed.hpp"

namespace scenarios {

namespace {

// Keys of accelerate's section and of the DeepSpeed file that it makes of them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> of_deepspeed = {{
    {"deepspeed_config.zero_stage", "zero_optimization.stage"},
    {"deepspeed_config.gradient_accumulation_steps", "gradient_accumulation_steps"},
    {"deepspeed_config.gradient_clipping", "gradient_clipping"},
    {"deepspeed_config.offload_optimizer_device", "zero_optimization.offload_optimizer.device"},
    {"deepspeed_config.offload_param_device", "zero_optimization.offload_param.device"},
}};

class AccelerateReader : public Arguments {
 public:
  using Arguments::Arguments;

  void read() {
    const auto processes = settings.value_or_null("num_processes");
    if (!processes.is_number_integer() || processes.get<std::int64_t>() > 0) {
      if (const auto ranks = stated(imported, settings, "num_processes")) {
        imported.batch.ranks = ranks;
      }
    }
    const std::string kind = word("distributed_type", "NO");
    if (kind == "DEEPSPEED") {
      read_deepspeed_section();
    } else if (kind == "FSDP") {
      read_fsdp();
    } else {
      read_plain(kind);
    }
  }

 private:
  [[nodiscard]] std::string precision() {
    const auto value = settings.value_or_null("mixed_precision");
    return value.is_string() ? value.get<std::string>() : "no";  // YAML's no is false
  }

  void read_plain(const std::string& kind) {
    give("zero.stage", std::int64_t{0}, "distributed_type");
    if (kind != "NO" && kind != "MULTI_GPU" && kind != "MULTI_CPU") {
      imported.lack(
          settings, "distributed_type",
          fmt::format("is '{}': supported: NO, MULTI_GPU, MULTI_CPU, FSDP, DEEPSPEED", kind));
    }
    read_precision(
        "autocast keeps weights, gradients and states in fp32 and no 16-bit copy of the "
        "weights");
  }

  // Outside DeepSpeed the weights that are trained stay fp32.
  void read_precision(std::string_view what) {
    const std::string type = precision();
    const std::string key = "mixed_precision";
    if (type == "no") {
      give("precision", std::string("fp32"), key);
      return;
    }
    give("precision", std::string(type == "fp16" ? "mixed_fp16" : "mixed_bf16"), key);
    give("gradient_dtype", std::string("fp32"), key);
    imported.lack(
        settings, key,
        fmt::format("is {}: {}, which is missing; mixed precision with fp32 gradients and "
                    "an fp32 copy of 16-bit weights stands in",
                    type, what));
  }

  void read_fsdp() {
    const auto version = settings.value_or_null("fsdp_config.fsdp_version");
    const bool is_second = version == 2 || version == "2";
    settings.use("distributed_type", "zero.stage by FSDP's section");
    read_strategy(is_second);
    read_precision("FSDP keeps fp32 shards of weights, gradients and states and no 16-bit ones");
    const std::string again = "fsdp_config.fsdp_activation_checkpointing";
    give("recompute", std::string(flag(again) ? "full" : "none"), again);
    read_prefetch();
  }

  // Gathered weights are freed after the forward pass (stage 3), or kept until the backward one.
  void read_strategy(bool is_second) {
    const std::string key =
        is_second ? "fsdp_config.fsdp_reshard_after_forward" : "fsdp_config.fsdp_sharding_strategy";
    const auto value = settings.value_or_null(key);
    const std::string strategy = value.is_string() ? value.get<std::string>() : value.dump();
    const bool is_whole = strategy == "NO_SHARD" || (strategy == "3" && !is_second);
    give("zero.stage", std::int64_t{is_whole ? 0 : 3}, key);
    const bool is_full =
        value.is_null() || strategy == "FULL_SHARD" || strategy == (is_second ? "true" : "1");
    if (is_whole || is_full) return;
    imported.lack(settings, key,
                  fmt::format("is {}: gathered weights that are kept until the backward pass, and "
                              "copies of sharded groups, are missing; supported: {}",
                              strategy, is_second ? "true" : "FULL_SHARD, NO_SHARD"));
  }

  // The next layer's weights are gathered while this one's are held.
  void read_prefetch() {
    for (const char* name :
         {"fsdp_backward_prefetch", "fsdp_backward_prefetch_policy", "fsdp_forward_prefetch"}) {
      const std::string key = std::string("fsdp_config.") + name;
      const auto value = settings.value_or_null(key);
      if (value.is_null() || value == false || value == "NO_PREFETCH") continue;
      approximate(key,
                  "weights of the next layer would be gathered ahead; here each layer's are "
                  "gathered when it is entered");
    }
  }

  void read_deepspeed_section() {
    Settings file(settings.file());
    for (const auto& [ours, theirs] : of_deepspeed) {
      if (!settings.states(ours)) continue;
      file.add({std::string(theirs), settings.at(ours), settings.place_of(ours)});
      settings.use(ours, fmt::format("DeepSpeed's {}", theirs));
    }
    const std::string type = precision();
    if (type == "bf16" || type == "fp16") {
      file.add({type + ".enabled", true, settings.place_of("mixed_precision")});
    } else if (type != "no") {
      imported.lack(settings, "mixed_precision",
                    fmt::format("is {}, which is missing; supported: no, fp16, bf16", type));
    }
    settings.use("distributed_type", "DeepSpeed's section");
    ask_for_file();
    read_deepspeed(imported, file);
  }

  void ask_for_file() {
    const std::string key = "deepspeed_config.deepspeed_config_file";
    const auto name = text_of(imported, settings, key);
    if (!name) return;
    settings.use(key, "the file to be given beside this one");
    imported.deferred.emplace_back(
        [place = settings.place_of(key).text(), key, name = *name](Imported& whole) {
          if (whole.draft.origin_of("zero.stage") != nullptr) return;
          whole.missing.push_back(
              {place, key, fmt::format("is {}: give that file beside this one", name)});
        });
  }
};

}  // namespace

void read_accelerate(Imported& imported, Settings& settings) {
  imported.sources.push_back(fmt::format("{}: accelerate's config", settings.file()));
  examine(imported, settings, accelerate_table());
  AccelerateReader(imported, settings).read();
  account(imported, settings, accelerate_table());
}

}  // namespace scenarios
