#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "scenarios/read/check.hpp"

namespace scenarios {

namespace {

void check_heads(Draft& draft) {
  const auto hidden = draft.integer("model.hidden_size");
  const auto heads = draft.integer("model.num_attention_heads");
  const bool head_dim_is_known = draft.has("model.head_dim") || draft.is_refused("model.head_dim");
  if (!hidden || !heads || head_dim_is_known) return;
  draft.fault({"model.hidden_size", "model.num_attention_heads"},
              fmt::format("hidden_size {} is not divisible by num_attention_heads {} (remainder "
                          "{}); head counts that divide it: {}; or give model.head_dim",
                          *hidden, *heads, *hidden % *heads, divisors_of(*hidden)));
}

// Each key/value head serves an equal group of query heads (Ainslie et al. 2023).
void check_kv_heads(Draft& draft) {
  const auto heads = draft.integer("model.num_attention_heads");
  const auto kv_heads = draft.integer("model.num_key_value_heads");
  if (!heads || !kv_heads || *heads % *kv_heads == 0) return;
  draft.fault({"model.num_key_value_heads", "model.num_attention_heads"},
              fmt::format("num_attention_heads {} is not divisible by num_key_value_heads {} "
                          "(remainder {}); counts that divide it: {}",
                          *heads, *kv_heads, *heads % *kv_heads, divisors_of(*heads)));
}

// Only a table of positions can run out; rotations go on.
void check_positions(Draft& draft) {
  const auto length = draft.integer("model.seq_length");
  const auto positions = draft.integer("model.max_position_embeddings");
  if (!length || !positions || *length <= *positions) return;
  if (draft.get<sim::PositionEmbedding>("model.position_embedding_type") !=
      sim::PositionEmbedding::learned_absolute)
    return;
  draft.fault(
      {"model.seq_length", "model.max_position_embeddings"},
      fmt::format("seq_length {} exceeds max_position_embeddings {}; at most {} rows of the "
                  "position table can be used",
                  *length, *positions, *positions));
}

// Rotary embedding turns pairs of channels (Su et al. 2021); GPT-NeoX rounds their share down.
void check_rotary(Draft& draft) {
  const auto head_dim = draft.integer("model.head_dim");
  const auto share = draft.get<double>("model.rotary_percent");
  if (!head_dim || !share) return;
  if (draft.get<sim::PositionEmbedding>("model.position_embedding_type") !=
      sim::PositionEmbedding::rope)
    return;
  const auto rotated = static_cast<std::int64_t>(static_cast<double>(*head_dim) * *share);
  if (rotated > 0 && rotated % 2 == 0) return;
  draft.fault({"model.rotary_percent", "model.head_dim", "model.hidden_size"},
              fmt::format("rotary_percent {} of head_dim {} is {} channels; rope turns pairs: an "
                          "even number, at least 2",
                          *share, *head_dim, rotated));
}

void check_shared_norm(Draft& draft) {
  const auto shared = draft.get<bool>("model.shared_norm");
  const auto parallel = draft.get<bool>("model.parallel_residual");
  if (!shared || !parallel || !*shared || *parallel) return;
  draft.fault({"model.shared_norm", "model.parallel_residual"},
              "true needs parallel_residual: true; one after the other, attention and MLP have "
              "different inputs");
}

// Everything that is counted later is a small multiple of the parameters; a margin of 2^10 below
// 2^63 keeps those sums inside 64 bits. Long double holds 64 bits of the product, enough to
// compare.
void check_parameter_count(Draft& draft) {
  const auto layers = draft.integer("model.num_layers");
  const auto hidden = draft.integer("model.hidden_size");
  const auto heads = draft.integer("model.num_attention_heads");
  const auto head_dim = draft.integer("model.head_dim");
  const auto ffn = draft.integer("model.ffn_hidden_size");
  const auto vocabulary = draft.integer("model.vocab_size");
  if (!layers || !hidden || !heads || !head_dim || !ffn || !vocabulary) return;
  using Wide = long double;
  const Wide width = static_cast<Wide>(*heads) * static_cast<Wide>(*head_dim);
  const Wide layer = static_cast<Wide>(*hidden) * (4 * width + 3 * static_cast<Wide>(*ffn));
  const Wide tables = 2 * static_cast<Wide>(*vocabulary) * static_cast<Wide>(*hidden);
  const Wide parameters = static_cast<Wide>(*layers) * layer + tables;
  if (parameters <= 0x1p53L) return;
  draft.fault({"model.hidden_size", "model.num_layers", "model.ffn_hidden_size"},
              fmt::format("the model would have about {:.3g} parameters; at most 2^53 = 9.01e15",
                          static_cast<double>(parameters)));
}

}  // namespace

void check_model(Draft& draft) {
  check_heads(draft);
  check_kv_heads(draft);
  check_positions(draft);
  check_rotary(draft);
  check_shared_norm(draft);
  check_parameter_count(draft);
}

void check_all(Draft& draft) {
  check_model(draft);
  check_layout(draft);
  check_pipeline(draft);
  check_memory(draft);
  check_training(draft);
  check_inference(draft);
}

}  // namespace scenarios
