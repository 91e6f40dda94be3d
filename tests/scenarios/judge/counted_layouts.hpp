#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tests/scenarios/packs/keys_of_t0.hpp"

namespace scenarios {

/// Draws legal training scenarios of all blocks, splits, schedules, precisions and optimizers, of
/// models whose sizes divide only as far as they must.
class RandomLayouts {
 public:
  explicit RandomLayouts(unsigned seed) : random_(seed) {}

  KeyValues next() {
    keys_.clear();
    mesh();
    model();
    pipeline();
    memory();
    if (keys_["zero.stage"] == Value(std::int64_t{3}) && chance()) knobs();
    return keys_;
  }

  KeyValues next_inference() {
    keys_.clear();
    mesh();
    model();
    const auto b = one_of<std::int64_t>({1, 3});
    keys_["mode"] = std::string("inference");
    keys_["inference.prompt_length"] = one_of<std::int64_t>({4, 16});
    keys_["inference.new_tokens"] = one_of<std::int64_t>({1, 17});
    keys_["model.seq_length"] = std::int64_t{64};
    keys_["model.num_layers"] = p_ * one_of<std::int64_t>({1, 2});
    keys_["precision"] = word({"fp32", "fp16", "bf16"});
    keys_["training.micro_batch_size"] = b;
    keys_["training.global_batch_size"] = b * d_;
    keys_["zero.stage"] = std::int64_t{0};
    return keys_;
  }

 private:
  template <class Held = std::int64_t>
  Held one_of(std::initializer_list<Held> values) {
    return *(values.begin() +
             std::uniform_int_distribution<std::ptrdiff_t>(0, std::ssize(values) - 1)(random_));
  }
  std::string word(std::initializer_list<std::string> words) { return one_of(words); }
  bool chance() { return one_of({0, 1}) == 1; }

  void mesh() {
    t_ = one_of<std::int64_t>({1, 1, 2, 4});
    p_ = one_of<std::int64_t>({1, 1, 2, 3, 4});
    d_ = one_of<std::int64_t>({1, 1, 2, 3, 5});
    keys_["parallel.tensor_model_parallel_size"] = t_;
    keys_["parallel.pipeline_model_parallel_size"] = p_;
    keys_["parallel.data_parallel_size"] = d_;
    keys_["zero.stage"] = one_of<std::int64_t>({0, 1, 2, 3});
    keys_["zero.reduce_scatter"] = one_of({0, 1, 1}) == 1;
    keys_["zero.reduce_bucket_size"] = one_of<std::int64_t>({500000000, 500000000, 5000, 37});
  }

  void model() {
    const auto architecture = word({"gpt2", "gpt2", "llama", "gpt_neox"});
    const std::int64_t a = 4 * one_of<std::int64_t>({1, 3});
    const std::int64_t h = a * one_of<std::int64_t>({5, 7, 16});
    const bool is_llama = architecture == "llama";
    keys_["model.architecture"] = architecture;
    keys_["model.hidden_size"] = h;
    keys_["model.num_attention_heads"] = a;
    keys_["model.head_dim"] = h / a;
    // Key heads divide, or are divided by, each number of tensor-parallel ranks.
    const std::int64_t grouped = a == 4 ? one_of<std::int64_t>({1, 2}) : 4;
    keys_["model.num_key_value_heads"] = is_llama && chance() ? grouped : a;
    keys_["model.ffn_hidden_size"] = chance() || chance() ? 4 * h : std::int64_t{72};
    keys_["model.vocab_size"] = one_of<std::int64_t>({33, 128, 1001});
    keys_["model.tie_word_embeddings"] = chance();
    const double dropout = chance() || chance() ? 0.1 : 0.0;
    keys_["model.attention_dropout"] = dropout;
    keys_["model.hidden_dropout"] = dropout;
    keys_["model.gated_linear_unit"] = is_llama;
    keys_["model.add_bias_linear"] = !is_llama;
    keys_["model.add_qkv_bias"] = !is_llama;
    keys_["model.parallel_residual"] = architecture == "gpt_neox";
    keys_["model.normalization"] = std::string(is_llama ? "RMSNorm" : "LayerNorm");
    keys_["model.position_embedding_type"] =
        std::string(architecture == "gpt2" ? "learned_absolute" : "rope");
    keys_["model.max_position_embeddings"] = std::int64_t{64};
  }

  void pipeline() {
    const auto b = one_of<std::int64_t>({1, 3});
    auto m = one_of<std::int64_t>({1, 2, p_, 2 * p_});
    std::int64_t layers = p_ * one_of<std::int64_t>({1, 2}) + (p_ > 1 && chance() ? 1 : 0);
    auto schedule = word({"1f1b", "1f1b", "gpipe"});
    if (p_ > 1 && one_of({0, 0, 1}) == 1) {
      const auto v = one_of<std::int64_t>({2, 3});
      schedule = "interleaved";
      m = p_ * one_of<std::int64_t>({1, 2, 3});
      layers = p_ * v * one_of<std::int64_t>({1, 2});
      keys_["parallel.virtual_pipeline_model_parallel_size"] = v;
    }
    keys_["parallel.pipeline_schedule"] = schedule;
    keys_["model.num_layers"] = layers;
    keys_["training.micro_batch_size"] = b;
    keys_["training.global_batch_size"] = b * d_ * m;
  }

  void memory() {
    const auto recompute = word({"none", "none", "selective", "full"});
    const bool sequence_parallel = chance();
    keys_["recompute"] = recompute;
    keys_["parallel.sequence_parallel"] = sequence_parallel;
    keys_["model.seq_length"] =
        sequence_parallel ? one_of<std::int64_t>({4, 16, 64}) : one_of<std::int64_t>({4, 17, 64});
    keys_["zero.partition_activations"] =
        recompute == "full" && t_ > 1 && !sequence_parallel && chance();
    const auto precision = word({"fp32", "bf16", "mixed_fp16", "mixed_bf16", "mixed_bf16"});
    const std::string stored = precision.substr(precision.find('_') + 1);
    keys_["precision"] = precision;
    keys_["gradient_dtype"] = chance() || chance() ? stored : std::string("fp32");
    keys_["optimizer.type"] = word({"adamw", "adamw", "adamw", "sgd", "adamw8bit"});
    keys_["optimizer.momentum"] = chance() ? 0.9 : 0.0;
  }

  // DeepSpeed's knobs: one module at a time, or everything kept.
  void knobs() {
    const bool keeps = chance();
    keys_["zero.stage3_max_live_parameters"] = one_of<std::int64_t>({100, 1000000000});
    keys_["zero.stage3_max_reuse_distance"] = std::int64_t{keeps ? 1000000000 : 0};
    keys_["zero.stage3_prefetch_bucket_size"] = std::int64_t{keeps ? 50000000 : 0};
    keys_["zero.stage3_param_persistence_threshold"] =
        keeps ? one_of<std::int64_t>({0, 300}) : std::int64_t{0};
  }

  std::mt19937 random_;
  KeyValues keys_;
  std::int64_t t_ = 1;
  std::int64_t p_ = 1;
  std::int64_t d_ = 1;
};

}  // namespace scenarios
