#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "scenarios/judge/run_result.hpp"
#include "tests/scenarios/judge/counted_activations.hpp"
#include "tests/scenarios/judge/counted_traffic.hpp"

namespace scenarios {

/// A run as MEASURES.md says it must come out, tensor by tensor, item by item and message
/// by message, without any closed form: what the formula packs are tested against where no run is
/// made. Peaks are those of a run with its default knobs, as far as formulas are held against them.
class CountedRun {
 public:
  explicit CountedRun(const Scenario& scenario) : of_(scenario) {}

  [[nodiscard]] RunResult result() const {
    RunResult run;
    run.loss = {5.0};
    run.grad_norm = {1.0};
    for (const auto& tensor : tensors_of_chunk(of_, 1, of_.k, of_.all_layers, true, true)) {
      run.parameters += tensor.size;
    }
    for (std::int64_t rank = 0; rank < of_.t * of_.d * of_.p; ++rank) {
      run.ranks.push_back(measure(rank));
    }
    return run;
  }

 private:
  [[nodiscard]] parallel::Measurement measure(std::int64_t rank) const {
    const std::int64_t stage = rank / (of_.t * of_.d);
    parallel::Measurement of;
    of.rank = static_cast<int>(rank);
    of.at = {static_cast<int>(rank / of_.t % of_.d), static_cast<int>(rank % of_.t),
             static_cast<int>(stage)};
    of.dp_group_size = static_cast<int>(of_.d);
    states(of, stage);
    const CountedActivations activations(of_, stage, of);
    const CountedTraffic traffic(of_, stage, of);
    if (of_.word("mode") == "training") flops(of, stage);
    peaks(of, stage);
    return of;
  }

  void states(parallel::Measurement& of, std::int64_t stage) const {
    const auto chunks = tensors_of_stage(of_, stage);
    for (const CountedTensors& chunk : chunks) {
      for (const CountedTensor& tensor : chunk) of.parameters += tensor.size;
    }
    for (const std::int64_t piece : pieces_of(of_, chunks)) {
      const std::int64_t size = stored(of_, piece);
      const std::int64_t part = size / of_.d;
      kept(of, sim::Category::weights) += of_.activation_bytes * (of_.split() == 3 ? part : size);
      kept(of, sim::Category::gradients) += of_.gradient_bytes * (of_.split() >= 2 ? part : size);
      kept(of, sim::Category::optimizer) += optimizer_bytes_of(of_, of_.split() >= 1 ? part : size);
    }
  }

  void flops(parallel::Measurement& of, std::int64_t stage) const {
    const std::int64_t tokens = of_.s * of_.b;
    const std::int64_t query = of_.a * of_.head_dim;
    const std::int64_t core = 4 * tokens * of_.s * query / of_.t;
    const std::int64_t layer =
        core + (2 * tokens * of_.h * (query + 2 * of_.kv * of_.head_dim) +
                2 * tokens * query * of_.h + (of_.gated ? 6 : 4) * tokens * of_.h * of_.f) /
                   of_.t;
    const std::int64_t head = stage == of_.p - 1 ? 2 * tokens * of_.h * of_.vocabulary / of_.t : 0;
    const std::int64_t layers = of_.m * of_.layers(stage);
    const auto matmul = [&of](sim::Phase phase) -> std::int64_t& {
      return of.flops[static_cast<std::size_t>(phase)].matmul;
    };
    matmul(sim::Phase::forward) = layers * layer + of_.m * head;
    matmul(sim::Phase::backward) = 2 * (layers * layer + of_.m * head);
    matmul(sim::Phase::recompute) = layers * (of_.full ? layer : of_.selective ? core : 0);
  }

  // The least that a step's peak must be: the states, what is kept, and what the head's backward
  // adds to it with ZeRO 3, the gathered table. And the buffers of gradients that
  // ZeRO 2 and 3 need on a single stage: a bucket, its staging, and a tied table's own.
  void peaks(parallel::Measurement& of, std::int64_t stage) const {
    for (const auto& category : of.memory.categories) of.memory.total_peak += category.kept;
    const bool last = stage == of_.p - 1;
    if (last && of_.split() == 3)
      of.memory.total_peak += of_.activation_bytes * stored(of_, of_.vocabulary * of_.h / of_.t);
    if (of_.split() < 2) return;
    std::int64_t bucket = 0;
    for (const std::int64_t piece : pieces_of(of_, tensors_of_stage(of_, stage))) {
      bucket = std::max(bucket,
                        of_.gradient_bytes * stored(of_, of_.split() == 3 ? of.parameters : piece));
    }
    const std::int64_t table =
        of_.tied ? of_.gradient_bytes * stored(of_, of_.vocabulary * of_.h / of_.t) : 0;
    of.memory.categories[static_cast<std::size_t>(sim::Category::communication)].peak =
        bucket + bucket / of_.d + table;
  }

  static std::int64_t& kept(parallel::Measurement& of, sim::Category category) {
    return of.memory.categories[static_cast<std::size_t>(category)].kept;
  }

  CountedSizes of_;
};

}  // namespace scenarios
