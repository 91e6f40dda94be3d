#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "scenarios/read/check.hpp"
#include "scenarios/read/stored_types.hpp"

namespace scenarios {

namespace {

constexpr KeyId global_batch = "training.global_batch_size";
constexpr KeyId micro_batch = "training.micro_batch_size";
constexpr KeyId data_size = "parallel.data_parallel_size";

// B = m b d with an integral m: nothing is rounded in silence.
void check_batch_identity(Draft& draft) {
  const auto global = draft.integer(global_batch);
  const auto micro = draft.integer(micro_batch);
  const auto replicas = draft.integer(data_size);
  if (!global || !micro || !replicas) return;
  const std::int64_t together = *micro * *replicas;  // below 2^62: both are below 2^31
  if (*global % together == 0) return;
  draft.fault(
      {global_batch, micro_batch, data_size},
      fmt::format("{} is not divisible by micro_batch_size {} * data_parallel_size {} = {} "
                  "(remainder {}); nearest multiples: {}{}",
                  *global, *micro, *replicas, together, *global % together,
                  *global < together ? "" : fmt::format("{}, ", *global / together * together),
                  (*global / together + 1) * together));
}

void check_int8(Draft& draft) {
  if (draft.get<Precision>("precision") != Precision::int8) return;
  if (draft.get<parallel::Mode>("mode") != parallel::Mode::training) return;
  draft.fault({"precision", "mode"},
              "int8 weights cannot be trained; give mode: inference, or another precision");
}

void check_gradient_dtype(Draft& draft) {
  const auto precision = draft.get<Precision>("precision");
  const auto gradients = draft.get<FloatType>("gradient_dtype");
  if (!precision || !gradients || *precision == Precision::int8) return;
  const FloatType weights = stored_types[*precision].type;
  if (*gradients == weights || *gradients == FloatType::fp32) return;
  draft.fault(
      {"gradient_dtype", "precision"},
      fmt::format("{} gradients do not go with precision {}; allowed: {}", word_of(*gradients),
                  word_of(*precision),
                  weights == FloatType::fp32 ? "fp32" : fmt::format("{}, fp32", word_of(weights))));
}

void check_betas(Draft& draft) {
  const auto betas = draft.get<std::vector<double>>("optimizer.betas");
  if (!betas || betas->size() == 2) return;
  draft.fault({"optimizer.betas"},
              fmt::format("has {} numbers; two are needed, as [0.9, 0.95]", betas->size()));
}

// The place of a token in the run is steps * B * s at most, and is a 64-bit number.
void check_token_count(Draft& draft) {
  const auto steps = draft.integer("training.steps");
  const auto global = draft.integer(global_batch);
  const auto length = draft.integer("model.seq_length");
  if (!steps || !global || !length) return;
  const long double tokens = static_cast<long double>(*steps) * static_cast<long double>(*global) *
                             static_cast<long double>(*length);
  if (tokens < 0x1p62L) return;
  draft.fault({"training.steps", global_batch, "model.seq_length"},
              fmt::format("{} steps of {} sequences of {} tokens are more than 2^62 tokens", *steps,
                          *global, *length));
}

void check_token_source(Draft& draft) {
  if (!draft.has("training.data") || !draft.has("training.batches")) return;
  draft.fault({"training.batches", "training.data"},
              "training.data and training.batches are both given; give one of them");
}

void check_loss_scale(Draft& draft) {
  const auto initial = draft.get<double>("loss_scale.initial");
  const auto least = draft.get<double>("loss_scale.min");
  if (!initial || !least || *initial >= *least) return;
  draft.fault({"loss_scale.initial", "loss_scale.min"},
              fmt::format("initial scale {} is below loss_scale.min {}", *initial, *least));
}

}  // namespace

void check_training(Draft& draft) {
  check_batch_identity(draft);
  check_int8(draft);
  check_gradient_dtype(draft);
  check_betas(draft);
  check_token_count(draft);
  check_token_source(draft);
  check_loss_scale(draft);
}

}  // namespace scenarios
