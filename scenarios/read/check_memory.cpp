#include <array>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "scenarios/read/check.hpp"

namespace scenarios {

namespace {

constexpr KeyId tensor_size = "parallel.tensor_model_parallel_size";
constexpr KeyId partition = "zero.partition_activations";
constexpr std::array<KeyId, 4> stage3_keys = {
    "zero.stage3_max_live_parameters", "zero.stage3_max_reuse_distance",
    "zero.stage3_prefetch_bucket_size", "zero.stage3_param_persistence_threshold"};

void check_stage3_keys(Draft& draft) {
  const auto stage = draft.integer("zero.stage");
  const auto steps = draft.integer("training.steps");
  bool any = false;
  for (const KeyId key : stage3_keys) {
    if (draft.origin_of(key) == nullptr) continue;
    any = true;
    if (!stage || *stage == 3) continue;
    draft.fault({key}, fmt::format("belongs to zero.stage 3; it is {}", *stage));
  }
  if (!any || !steps || *steps > 1) return;
  draft.fault({"training.steps"},
              "1 with a stage-3 key would show the recording pass alone, in which nothing is "
              "prefetched or kept; at least 2");
}

// Whether ZeRO-R's key is there and true; what it needs is checked one by one.
bool is_partitioned(const Draft& draft) {
  const auto partitioned = draft.get<bool>(partition);
  return partitioned && *partitioned;
}

// ZeRO-R (Rajbhandari et al. 2020, section 6.1) splits checkpoints that all tensor ranks hold.
void check_partitioned_checkpoints(Draft& draft) {
  const auto recompute = draft.get<sim::Recompute>("recompute");
  const auto parts = draft.integer(tensor_size);
  if (recompute && *recompute != sim::Recompute::full) {
    draft.fault({partition, "recompute"},
                fmt::format("true needs recompute: full, whose checkpoints it splits; it is {}",
                            word_of(*recompute)));
  }
  if (parts && *parts == 1) {
    draft.fault({partition, tensor_size},
                "true needs tensor_model_parallel_size of at least 2; it is 1");
  }
  if (draft.get<bool>("parallel.sequence_parallel") == true) {
    draft.fault({partition, "parallel.sequence_parallel"},
                "true with sequence_parallel: a checkpoint is one rank's part already; give one "
                "of them");
  }
}

// A checkpoint's s b h elements are cut into t equal parts. Remainders, since the product may be
// too large.
void check_partition_size(Draft& draft) {
  const auto parts = draft.integer(tensor_size);
  const auto length = draft.integer("model.seq_length");
  const auto micro = draft.integer("training.micro_batch_size");
  const auto hidden = draft.integer("model.hidden_size");
  if (!parts || !length || !micro || !hidden) return;
  const std::int64_t tokens = *length * *micro % *parts;  // below 2^62: both are below 2^31
  if (tokens * (*hidden % *parts) % *parts == 0) return;
  draft.fault({partition, tensor_size},
              fmt::format("a checkpoint of {} * {} * {} elements is not divisible by "
                          "tensor_model_parallel_size {}",
                          *length, *micro, *hidden, *parts));
}

}  // namespace

void check_memory(Draft& draft) {
  check_stage3_keys(draft);
  if (!is_partitioned(draft)) return;
  check_partitioned_checkpoints(draft);
  check_partition_size(draft);
}

}  // namespace scenarios
