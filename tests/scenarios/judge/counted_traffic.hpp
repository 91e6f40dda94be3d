#pragma once

#include <cstdint>
#include <vector>

#include "parallel/measurement.hpp"
#include "tests/scenarios/judge/counted_tensors.hpp"

namespace scenarios {

/// What one rank of a stage sends in a step, message by message, booked into a measurement. Sums
/// over tp of key heads that ranks share are left out: no formula that is tested has them.
class CountedTraffic {
 public:
  CountedTraffic(const CountedSizes& of, std::int64_t stage, parallel::Measurement& into)
      : of_(of),
        into_(into),
        first_(stage == 0 ? 1 : 0),
        last_(stage == of.p - 1 ? 1 : 0),
        stage_(stage) {
    if (of.t > 1) tensor_parallel();
    if (of.p > 1) pipeline();
    if (of.p > 1 && of.tied && first_ + last_ > 0) tied();
    if (of.d > 1) data_parallel();
  }

 private:
  using Op = ranks::Operation;
  void add(ranks::Axis axis, Op operation, std::int64_t bytes, std::int64_t times = 1) {
    for (std::int64_t i = 0; i < times; ++i) into_.traffic.add(axis, operation, bytes);
  }
  void tp(Op operation, std::int64_t bytes, std::int64_t times) {
    add(ranks::Axis::tp, operation, bytes, times * of_.m);
  }

  void tensor_parallel() {
    const std::int64_t message = of_.activation_bytes * of_.s * of_.b * of_.h;
    const std::int64_t replay = of_.full ? 2 : 0;
    const std::int64_t layers = of_.layers(stage_);
    tp(Op::all_reduce, 4 * of_.s * of_.b, 3 * last_);  // the loss
    if (of_.partitions) tp(Op::all_gather, message, layers);
    if (!of_.sequence_parallel) {
      return tp(Op::all_reduce, message, layers * (4 + replay) + first_ + last_);
    }
    tp(Op::all_gather, message, layers * (6 + replay) + first_ + 2 * last_);
    tp(Op::reduce_scatter, message, layers * (4 + replay) + first_ + last_);
    const std::int64_t norm = (of_.layer_norm ? 2 : 1) * of_.h;
    const std::int64_t layer = 2 * norm + (of_.bias ? 2 * of_.h : 0);
    add(ranks::Axis::tp, Op::all_reduce, of_.gradient_bytes * (layers * layer + last_ * norm),
        of_.split() < 2 ? 1 : of_.m);
  }

  void pipeline() {
    const std::int64_t message =
        of_.activation_bytes * of_.s * of_.b * of_.h / (of_.sequence_parallel ? of_.t : 1);
    add(ranks::Axis::pp, Op::send, message, of_.m * (2 * of_.v - first_ - last_));
  }

  void tied() {
    const std::int64_t table = of_.vocabulary * of_.h / of_.t;
    const std::int64_t parts = of_.split() < 2 ? 1 : of_.d;
    add(ranks::Axis::tied, Op::all_reduce, of_.gradient_bytes * ((table + parts - 1) / parts));
  }

  void data_parallel() {
    const auto chunks = tensors_of_stage(of_, stage_);
    const bool scatters = of_.split() > 0 && of_.flag("zero.reduce_scatter");
    for (const std::int64_t piece : pieces_of(of_, chunks)) {
      const std::int64_t size = stored(of_, piece);
      add(ranks::Axis::dp, scatters ? Op::reduce_scatter : Op::all_reduce,
          of_.gradient_bytes * size, of_.split() < 2 ? 1 : of_.m);
      if (of_.split() == 1 || of_.split() == 2)
        add(ranks::Axis::dp, Op::all_gather, of_.activation_bytes * size);
    }
    if (of_.split() == 3) gathers(chunks);
  }

  void gathers(const std::vector<CountedTensors>& chunks) {
    for (const CountedTensors& chunk : chunks) {
      for (std::size_t i = 0; i < chunk.size();) {
        const CountedTensor& weight = chunk[i];
        std::int64_t bytes = of_.activation_bytes * stored(of_, weight.size);
        for (++i; i < chunk.size() && !chunk[i].begins_module; ++i) {
          bytes += of_.activation_bytes * stored(of_, chunk[i].size);
        }
        const std::int64_t uses = weight.tied && of_.p == 1 ? 4 : 2;
        add(ranks::Axis::dp, Op::all_gather, bytes,
            of_.m * (weight.in_layer && of_.full ? 3 : uses));
        gathered(weight, bytes);
      }
    }
  }

  // One module at a time, unless the reuse distance keeps everything; a table that is tied on one
  // stage is one tensor.
  void gathered(const CountedTensor& weight, std::int64_t bytes) {
    auto& live = into_.memory.categories[static_cast<std::size_t>(sim::Category::live_parameters)];
    const bool keeps = of_.values.zero.stage3_max_reuse_distance.value_or(0) > 0;
    live.peak = keeps ? live.peak + bytes : std::max(live.peak, bytes);
    const auto limit = of_.values.zero.stage3_param_persistence_threshold;
    if (!limit) return;
    // What persists is whole at the end of the step, tensor by tensor.
    const auto* tensor = &weight;
    do {
      if (tensor->size <= *limit) {
        live.end += of_.activation_bytes * stored(of_, tensor->size);
      }
      bytes -= of_.activation_bytes * stored(of_, tensor->size);
      ++tensor;
    } while (bytes > 0);
  }

  const CountedSizes& of_;
  parallel::Measurement& into_;
  std::int64_t first_;
  std::int64_t last_;
  std::int64_t stage_;
};

}  // namespace scenarios
