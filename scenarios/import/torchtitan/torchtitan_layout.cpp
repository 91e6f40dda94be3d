#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "scenarios/import/arguments.hpp"
#include "scenarios/import/torchtitan/torchtitan.hpp"

namespace scenarios {

namespace {

class LayoutReader : public Arguments {
 public:
  using Arguments::Arguments;

  void read() {
    read_sharding();
    read_pipeline();
    refuse_more_than_one("parallelism.context_parallel_degree", "context parallelism");
    refuse_more_than_one("experimental.context_parallel_degree", "context parallelism");
    refuse_more_than_one("parallelism.expert_parallel_degree", "expert parallelism");
  }

 private:
  // The present name of a key in [parallelism], or the old one in [training].
  std::int64_t degree(std::string_view now, std::string_view before, std::int64_t fallback) {
    const auto value = integer_of(imported, settings, now);
    return value.value_or(integer_of(imported, settings, before).value_or(fallback));
  }

  // -1: all ranks that the other axes leave.
  void read_sharding() {
    const std::int64_t copies = degree("parallelism.data_parallel_replicate_degree",
                                       "training.data_parallel_replicate_degree", 1);
    const std::string now = "parallelism.data_parallel_shard_degree";
    const bool is_new = settings.states(now);
    const std::string key = is_new ? now
                            : settings.states("training.data_parallel_shard_degree")
                                ? "training.data_parallel_shard_degree"
                                : "training.data_parallel_degree";
    const std::int64_t shards = integer_of(imported, settings, key).value_or(-1);
    const bool is_sharded = shards != 1;
    if (copies > 1 && is_sharded) {
      imported.lack(settings, "parallelism.data_parallel_replicate_degree",
                    fmt::format("is {}: copies of sharded groups (HSDP) are missing; supported: 1, "
                                "or data_parallel_shard_degree 1",
                                copies));
    }
    give("zero.stage", std::int64_t{is_sharded ? 3 : 0}, key);
    if (shards > 0) {
      give("parallel.data_parallel_size", shards * std::max<std::int64_t>(copies, 1), key);
    } else {
      settings.use(key, "parallel.data_parallel_size of all ranks");
    }
    if (is_sharded) {
      read_reshard();
      read_fsdp_types();
    } else {
      read_autocast(shards * copies);
    }
  }

  // What FSDP2 keeps in fp32: shards of weights, gradients and moments, and no 16-bit ones.
  void read_fsdp_types() {
    const std::string param = param_type();
    const std::string reduce =
        text_of(imported, settings, "training.mixed_precision_reduce").value_or("float32");
    if (read_whole_type()) return;
    give("precision", std::string(param == "bfloat16" ? "mixed_bf16" : "fp32"),
         "training.mixed_precision_param");
    if (param != "bfloat16") return;
    give("gradient_dtype", std::string(reduce == "bfloat16" ? "bf16" : "fp32"),
         "training.mixed_precision_reduce");
    imported.lack(settings, "training.mixed_precision_param",
                  "is bfloat16: FSDP2 keeps fp32 shards and no 16-bit ones, 16 bytes a parameter "
                  "with AdamW, which is missing; mixed_bf16, which keeps a 16-bit copy as well, "
                  "stands in",
                  "precision");
  }

  // Weights, gradients and moments all in one type. Whether that is so.
  bool read_whole_type() {
    const std::string key = "training.dtype";
    const std::string type = text_of(imported, settings, key).value_or("float32");
    if (type == "float32") return false;
    give("precision", std::string("bf16"), key);
    settings.use("training.mixed_precision_param");
    settings.use("training.mixed_precision_reduce");
    imported.lack(settings, key,
                  fmt::format("is {}: weights, gradients and moments all in that type, 8 bytes a "
                              "parameter with AdamW, are missing; bf16, whose moments are fp32, "
                              "stands in",
                              type),
                  "precision");
    return true;
  }

  // Without FSDP the products are computed in the 16-bit type, and nothing is kept in it.
  void read_autocast(std::int64_t replicas) {
    if (read_whole_type()) return;
    const std::string param = param_type();
    settings.use("training.mixed_precision_reduce", "nothing without FSDP");
    give("precision", std::string("fp32"), "training.mixed_precision_param");
    if (param == "float32") return;
    imported.lack(settings, "training.mixed_precision_param",
                  fmt::format("is {}: without FSDP ({} replicas) that is autocast, whose 16-bit "
                              "activations beside fp32 weights are missing; fp32 stands in",
                              param, replicas),
                  "precision");
  }

  std::string param_type() {
    return text_of(imported, settings, "training.mixed_precision_param").value_or("bfloat16");
  }

  // Gathered weights are freed after the forward pass, but in a pipeline unless that is asked for.
  void read_reshard() {
    const std::string key = "parallelism.fsdp_reshard_after_forward";
    const std::string policy = text_of(imported, settings, key).value_or("default");
    const auto stages = imported.draft.integer("parallel.pipeline_model_parallel_size").value_or(1);
    settings.use(key);
    if (policy == "always" || (policy == "default" && stages == 1)) return;
    imported.lack(settings, key,
                  fmt::format("is {}{}: weights that stay gathered until the backward pass are "
                              "missing; supported: always",
                              policy, stages > 1 ? " with a pipeline" : ""));
  }

  // Its tensor parallelism splits the sequence outside attention and MLP.
  void read_pipeline() {
    const auto tensor = imported.draft.integer("parallel.tensor_model_parallel_size").value_or(1);
    if (tensor > 1) {
      const std::string now = "parallelism.tensor_parallel_degree";
      give("parallel.sequence_parallel", true,
           settings.states(now) ? now : "training.sequence_parallel_degree");
    }
    const auto schedule =
        text_of(imported, settings, "parallelism.pipeline_parallel_schedule").value_or("1F1B");
    const std::string word = schedule == "GPipe" ? "gpipe" : "1f1b";
    const auto stages = imported.draft.integer("parallel.pipeline_model_parallel_size").value_or(1);
    give("parallel.pipeline_schedule", word, "parallelism.pipeline_parallel_schedule");
    if (stages < 2 || schedule == "GPipe" || schedule == "1F1B") return;
    imported.obstacle(settings, "parallelism.pipeline_parallel_schedule",
                      fmt::format("'{}' is not read; supported: GPipe, 1F1B", schedule));
  }

  void refuse_more_than_one(std::string_view key, std::string_view what) {
    const auto size = integer_of(imported, settings, key);
    if (!size || *size == 1) return;
    imported.obstacle(settings, key, fmt::format("{} is not supported; supported: 1", what));
  }
};

}  // namespace

void read_torchtitan_layout(Imported& imported, Settings& settings) {
  LayoutReader(imported, settings).read();
}

}  // namespace scenarios
