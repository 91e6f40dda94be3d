#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "parallel/measurement.hpp"
#include "tests/scenarios/judge/counted_sizes.hpp"

namespace scenarios {

/// Forwards of each chunk that a stage has run when its first backward begins.
inline std::vector<std::int64_t> counted_in_flight(const CountedSizes& of, std::int64_t stage) {
  std::vector<std::int64_t> forwards(static_cast<std::size_t>(of.v));
  std::int64_t left = std::min(of.m, of.p - stage);
  if (of.word("parallel.pipeline_schedule") == "gpipe") left = of.m;
  if (of.v > 1) left = std::min(of.m * of.v, 2 * (of.p - stage - 1) + (of.v - 1) * of.p + 1);
  // Groups of p micro-batches pass through all chunks before the next group.
  for (std::int64_t i = 0; i < left; ++i) {
    ++forwards[of.v == 1 ? 0 : static_cast<std::size_t>(i / of.p % of.v)];
  }
  return forwards;
}

/// What one stage keeps for the backward, item by item, booked into a measurement.
class CountedActivations {
 public:
  CountedActivations(const CountedSizes& of, std::int64_t stage, parallel::Measurement& into)
      : of_(of), into_(into) {
    if (of.word("mode") == "inference") {
      cache(of.layers(stage));
      return;
    }
    const auto forwards = counted_in_flight(of, stage);
    for (std::int64_t chunk = 0; chunk < of.v; ++chunk) {
      const std::int64_t count = forwards[static_cast<std::size_t>(chunk)];
      times_ = count * of.layers(stage, chunk);
      layer();
      times_ = count;
      if (stage == 0 && chunk == 0) embedding();
      if (stage == of.p - 1 && chunk == of.v - 1) head();
    }
  }

 private:
  void add(sim::ItemGroup group, sim::Item item, std::int64_t bytes) {
    into_.memory.items[static_cast<std::size_t>(item)].kept += times_ * bytes;
    into_.memory.groups[static_cast<std::size_t>(group)].kept += times_ * bytes;
    into_.memory.categories[static_cast<std::size_t>(sim::Category::activations)].kept +=
        times_ * bytes;
  }
  void layer(sim::Item item, std::int64_t bytes) { add(sim::ItemGroup::layer, item, bytes); }

  void layer() {
    if (of_.full) {
      const std::int64_t parts = of_.partitions ? of_.t : of_.sequence_parallel ? of_.t : 1;
      return layer(sim::Item::layer_checkpoint, of_.activation_bytes * tokens_ * of_.h / parts);
    }
    norms();
    attention();
    mlp();
  }
  void norms() {
    layer(sim::Item::norm_1_input, channels_);
    layer(sim::Item::norm_1_statistics, statistics_);
    layer(sim::Item::norm_2_input, of_.parallel_residual ? 0 : channels_);
    layer(sim::Item::norm_2_statistics, statistics_);
  }
  void attention() {
    const std::int64_t square = of_.a * of_.s * of_.s * of_.b / of_.t;
    const std::int64_t query = of_.activation_bytes * tokens_ * of_.a * of_.head_dim / of_.t;
    const std::int64_t key = of_.activation_bytes * tokens_ * of_.kv * of_.head_dim / of_.t;
    layer(sim::Item::attention_qkv_input, channels_);
    layer(sim::Item::attention_query, query);
    layer(sim::Item::attention_key, key);
    layer(sim::Item::attention_value, key);
    layer(sim::Item::attention_projection_input, query);
    layer(sim::Item::attention_dropout_mask, mask_);
    if (of_.selective) return;
    layer(sim::Item::attention_softmax_output, of_.activation_bytes * square);
    if (!of_.above_zero("model.attention_dropout")) return;
    layer(sim::Item::attention_softmax_dropout_mask, square);
    layer(sim::Item::attention_softmax_dropout_output, of_.activation_bytes * square);
  }
  void mlp() {
    const std::int64_t inner = of_.activation_bytes * tokens_ * of_.f / of_.t;
    layer(sim::Item::mlp_fc1_input, channels_);
    if (of_.gated) {
      layer(sim::Item::mlp_gate, inner);
      layer(sim::Item::mlp_up, inner);
    } else {
      layer(sim::Item::mlp_gelu_input, inner);
    }
    layer(sim::Item::mlp_fc2_input, inner);
    layer(sim::Item::mlp_dropout_mask, mask_);
  }
  // An inference keeps nothing but keys and values.
  void cache(std::int64_t layers) {
    const std::int64_t length =
        of_.integer("inference.prompt_length") + of_.integer("inference.new_tokens");
    auto& item = into_.memory.items[static_cast<std::size_t>(sim::Item::attention_kv_cache)];
    item.kept = layers * 2 * of_.activation_bytes * of_.b * length * of_.kv * of_.head_dim / of_.t;
    item.peak = item.kept;
  }
  void embedding() { add(sim::ItemGroup::embedding, sim::Item::embedding_dropout_mask, mask_); }
  void head() {
    add(sim::ItemGroup::head, sim::Item::head_norm_input, channels_);
    add(sim::ItemGroup::head, sim::Item::head_norm_statistics, statistics_);
    add(sim::ItemGroup::head, sim::Item::head_input, channels_);
    add(sim::ItemGroup::head, sim::Item::head_logits, 4 * tokens_ * of_.vocabulary / of_.t);
  }

  const CountedSizes& of_;
  parallel::Measurement& into_;
  std::int64_t times_ = 0;
  std::int64_t tokens_ = of_.s * of_.b;
  std::int64_t own_tokens_ = of_.sequence_parallel ? tokens_ / of_.t : tokens_;
  std::int64_t channels_ = of_.activation_bytes * own_tokens_ * of_.h;
  std::int64_t statistics_ = (of_.layer_norm ? 8 : 4) * own_tokens_;
  std::int64_t mask_ = of_.above_zero("model.hidden_dropout") ? own_tokens_ * of_.h : 0;
};

}  // namespace scenarios
