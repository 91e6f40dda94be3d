#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "tests/scenarios/judge/counted_sizes.hpp"

namespace scenarios {

/// A tensor of a rank. A module is a weight and what follows it without a module of its own.
struct CountedTensor {
  std::int64_t size;
  bool begins_module = true;
  bool tied = false;
  bool in_layer = false;
};
using CountedTensors = std::vector<CountedTensor>;

/// The tensors of one chunk in the order of the forward, split over `t` ranks with `kv` key heads
/// on all of them.
inline CountedTensors tensors_of_chunk(const CountedSizes& of, std::int64_t t, std::int64_t kv,
                                       std::int64_t layers, bool first, bool last) {
  CountedTensors all;
  const std::int64_t table = of.vocabulary * of.h / t;
  const auto module = [&all](std::int64_t weight, std::int64_t bias, bool has_bias) {
    all.push_back({weight, true, false, true});
    if (has_bias) all.push_back({bias, false, false, true});
  };
  const auto norm = [&] { module(of.h, of.h, of.layer_norm); };
  const auto qkv = [&](std::int64_t channels) { module(of.h * channels, channels, of.qkv_bias); };
  if (first) all.push_back({table, true, of.tied});
  if (first && of.learned_positions) {
    all.push_back({of.integer("model.max_position_embeddings") * of.h});
  }
  const std::int64_t query = of.a * of.head_dim / t;
  const std::int64_t key = kv * of.head_dim / t;
  for (std::int64_t layer = 0; layer < layers; ++layer) {
    norm();
    for (const std::int64_t channels :
         of.fused ? std::vector{query + 2 * key} : std::vector{query, key, key}) {
      qkv(channels);
    }
    module(query * of.h, of.h, of.bias);
    norm();
    for (int i = 0; i < (of.gated ? 2 : 1); ++i) module(of.h * of.f / t, of.f / t, of.bias);
    module(of.f / t * of.h, of.h, of.bias);
  }
  if (last) {
    norm();
    for (auto tensor = all.end() - (of.layer_norm ? 2 : 1); tensor != all.end(); ++tensor) {
      tensor->in_layer = false;
    }
  }
  if (last && !(of.tied && first)) all.push_back({table, true, of.tied});
  return all;
}

/// The tensors of each chunk of a stage.
inline std::vector<CountedTensors> tensors_of_stage(const CountedSizes& of, std::int64_t stage) {
  std::vector<CountedTensors> chunks;
  for (std::int64_t chunk = 0; chunk < of.v; ++chunk) {
    chunks.push_back(tensors_of_chunk(of, of.t, of.kv, of.layers(stage, chunk),
                                      chunk == 0 && stage == 0,
                                      chunk == of.v - 1 && stage == of.p - 1));
  }
  return chunks;
}

/// Sizes of what is divided as one: whole tensors (stage 3), or units that are filled from the last
/// tensor of a chunk to its first (stages 1 and 2).
inline std::vector<std::int64_t> pieces_of(const CountedSizes& of,
                                           const std::vector<CountedTensors>& chunks) {
  std::vector<std::int64_t> pieces;
  for (CountedTensors chunk : chunks) {
    if (of.split() == 0 || of.split() == 3) {
      for (const CountedTensor& tensor : chunk) pieces.push_back(tensor.size);
      continue;
    }
    std::ranges::reverse(chunk);
    std::int64_t open = 0;
    for (const CountedTensor& tensor : chunk) {
      if (tensor.tied) {
        pieces.push_back(tensor.size);
      } else if (open > 0 && open + tensor.size > of.integer("zero.reduce_bucket_size")) {
        pieces.push_back(std::exchange(open, tensor.size));
      } else {
        open += tensor.size;
      }
    }
    if (open > 0) pieces.push_back(open);
  }
  return pieces;
}

/// Rounded up to a multiple of d, where ZeRO divides.
inline std::int64_t stored(const CountedSizes& of, std::int64_t size) {
  return of.split() == 0 ? size : (size + of.d - 1) / of.d * of.d;
}

/// Bytes that the optimizer keeps for one piece of `x` elements.
inline std::int64_t optimizer_bytes_of(const CountedSizes& of, std::int64_t x) {
  const std::int64_t master = of.word("precision").starts_with("mixed") ? 4 * x : 0;
  const auto type = of.word("optimizer.type");
  if (type == "sgd") return master + (of.above_zero("optimizer.momentum") ? 4 * x : 0);
  if (type == "adamw8bit" && x >= 4096) return master + 2 * x + 8 * ((x + 255) / 256);
  return master + 8 * x;
}

}  // namespace scenarios
