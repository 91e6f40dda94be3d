#pragma once

#include <map>
#include <string>

#include "scenarios/read/keys.hpp"
#include "scenarios/read/value.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

using KeyValues = std::map<std::string, Value>;

/// All keys of the case model T0 with their defaults: 4 layers of 64 channels and 4 heads, 32
/// tokens, 128 words, tied; micro-batch and global batch 1. `changes` win.
inline KeyValues keys_of_t0(const KeyValues& changes = {}) {
  KeyValues keys;
  for (const Key& key : all_keys()) {
    if (!key.fallback.empty()) keys[std::string(key.path)] = default_of(key);
  }
  const KeyValues t0 = {{"model.num_layers", std::int64_t{4}},
                        {"model.hidden_size", std::int64_t{64}},
                        {"model.num_attention_heads", std::int64_t{4}},
                        {"model.num_key_value_heads", std::int64_t{4}},
                        {"model.head_dim", std::int64_t{16}},
                        {"model.ffn_hidden_size", std::int64_t{256}},
                        {"model.vocab_size", std::int64_t{128}},
                        {"model.seq_length", std::int64_t{32}},
                        {"model.max_position_embeddings", std::int64_t{32}},
                        {"training.micro_batch_size", std::int64_t{1}},
                        {"training.global_batch_size", std::int64_t{1}},
                        {"gradient_dtype", std::string("fp32")}};
  for (const auto& [key, value] : t0) keys[key] = value;
  for (const auto& [key, value] : changes) keys[key] = value;
  return keys;
}

}  // namespace scenarios
