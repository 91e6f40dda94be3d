#include <array>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "scenarios/read/check.hpp"
#include "scenarios/read/stored_types.hpp"

namespace scenarios {

namespace {

constexpr KeyId prompt_key = "inference.prompt_length";
constexpr KeyId new_key = "inference.new_tokens";

// Keys that say how weights are changed: an inference that is given one was meant to be something
// else. Their defaults stand, and nothing uses them.
constexpr std::array<KeyId, 19> training_keys = {"optimizer.type",
                                                 "optimizer.lr",
                                                 "optimizer.betas",
                                                 "optimizer.eps",
                                                 "optimizer.weight_decay",
                                                 "optimizer.clip_grad",
                                                 "optimizer.momentum",
                                                 "gradient_dtype",
                                                 "loss_scale.initial",
                                                 "loss_scale.window",
                                                 "loss_scale.hysteresis",
                                                 "loss_scale.min",
                                                 "zero.reduce_scatter",
                                                 "zero.reduce_bucket_size",
                                                 "zero.allgather_bucket_size",
                                                 "zero.stage3_max_live_parameters",
                                                 "zero.stage3_max_reuse_distance",
                                                 "zero.stage3_prefetch_bucket_size",
                                                 "zero.stage3_param_persistence_threshold"};

void refuse_training_keys(Draft& draft) {
  for (const KeyId key : training_keys) {
    if (draft.origin_of(key) == nullptr) continue;
    draft.fault({key}, "belongs to training, which mode: inference leaves out; remove the key");
  }
}

// Keys with a value that an inference cannot have, and why.
void refuse_recomputation(Draft& draft) {
  const auto recompute = draft.get<sim::Recompute>("recompute");
  if (!recompute || *recompute == sim::Recompute::none) return;
  draft.fault({"recompute"},
              fmt::format("{} with mode: inference: there is no backward to recompute for",
                          word_of(*recompute)));
}

void refuse_true(Draft& draft, KeyOf<bool> key, std::string_view why) {
  if (draft.get<bool>(key) == true) {
    draft.fault({key}, fmt::format("true with mode: inference: {}", why));
  }
}

void refuse_rate(Draft& draft, KeyOf<double> key) {
  const auto rate = draft.get<double>(key);
  if (!rate || *rate == 0.0) return;
  draft.fault({key},
              fmt::format("{} with mode: inference: nothing is dropped in it; leave it 0", *rate));
}

void check_states(Draft& draft) {
  const auto stage = draft.integer("zero.stage");
  if (stage && (*stage == 1 || *stage == 2)) {
    draft.fault({"zero.stage"},
                fmt::format("{} with mode: inference: there are no gradients and optimizer states "
                            "to shard; allowed: 0, 3",
                            *stage));
  }
  const auto precision = draft.get<Precision>("precision");
  if (precision && stored_types[*precision].has_master) {
    draft.fault({"precision"},
                fmt::format("{} with mode: inference: its fp32 weights belong to the optimizer; "
                            "allowed: fp32, fp16, bf16, int8",
                            word_of(*precision)));
  }
  if (precision == Precision::int8 && stage == 3) {
    draft.fault({"precision", "zero.stage"},
                "int8 with zero.stage 3: the scale of a row goes with the row, which is not cut "
                "into shards");
  }
}

void check_split(Draft& draft) {
  refuse_recomputation(draft);
  refuse_true(draft, "zero.partition_activations", "there are no checkpoints to split");
  const auto schedule = draft.get<parallel::PipelineSchedule>("parallel.pipeline_schedule");
  if (schedule == parallel::PipelineSchedule::interleaved) {
    draft.fault({"parallel.pipeline_schedule"},
                "interleaved with mode: inference: a forward alone gains nothing from it; allowed: "
                "gpipe, 1f1b");
  }
  const auto parts = draft.integer("parallel.tensor_model_parallel_size");
  if (!parts || *parts == 1) return;
  refuse_true(draft, "parallel.sequence_parallel",
              "a decoded token is one position, which tensor ranks cannot split");
}

void check_lengths(Draft& draft) {
  for (const KeyId key : {prompt_key, new_key}) {
    if (!draft.has(key) && !draft.is_refused(key)) {
      draft.fault({key}, "is required with mode: inference");
    }
  }
  const auto prompt = draft.integer(prompt_key);
  const auto added = draft.integer(new_key);
  const auto positions = draft.integer("model.max_position_embeddings");
  if (!prompt || !added || !positions || *prompt + *added <= *positions) return;
  if (draft.get<sim::PositionEmbedding>("model.position_embedding_type") !=
      sim::PositionEmbedding::learned_absolute)
    return;
  draft.fault({prompt_key, new_key},
              fmt::format("prompt_length {} + new_tokens {} = {} exceeds max_position_embeddings "
                          "{}; at most {} rows of the position table can be used",
                          *prompt, *added, *prompt + *added, *positions, *positions));
}

void check_steps(Draft& draft) {
  const auto steps = draft.integer("training.steps");
  if (!steps || *steps == 1 || draft.origin_of("training.steps") == nullptr) return;
  draft.fault(
      {"training.steps"},
      fmt::format("{} with mode: inference: one generation is the step; leave it 1", *steps));
}

}  // namespace

void check_inference(Draft& draft) {
  if (draft.get<parallel::Mode>("mode") != parallel::Mode::inference) return;
  refuse_training_keys(draft);
  check_states(draft);
  check_split(draft);
  refuse_rate(draft, "model.attention_dropout");
  refuse_rate(draft, "model.hidden_dropout");
  check_lengths(draft);
  check_steps(draft);
}

}  // namespace scenarios
