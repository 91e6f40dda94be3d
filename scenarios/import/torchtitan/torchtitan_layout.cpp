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
      imported.obstacle(settings, "parallelism.data_parallel_replicate_degree",
                        "copies of sharded groups (HSDP) are not supported; supported: 1, or "
                        "data_parallel_shard_degree 1");
    }
    give("zero.stage", std::int64_t{is_sharded ? 3 : 0}, key);
    if (shards > 0) {
      give("parallel.data_parallel_size", shards * std::max<std::int64_t>(copies, 1), key);
    } else {
      settings.use(key, "parallel.data_parallel_size of all ranks");
    }
    if (is_sharded) read_fsdp_types();
  }

  void read_fsdp_types() {
    const std::string param =
        text_of(imported, settings, "training.mixed_precision_param").value_or("bfloat16");
    const std::string reduce =
        text_of(imported, settings, "training.mixed_precision_reduce").value_or("float32");
    give("precision", std::string(param == "bfloat16" ? "mixed_bf16" : "fp32"),
         "training.mixed_precision_param");
    if (param != "bfloat16") return;
    give("gradient_dtype", std::string(reduce == "bfloat16" ? "bf16" : "fp32"),
         "training.mixed_precision_reduce");
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
