#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/judge/run_result.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

/// A run as MEASURES.md says it must come out for the gpt2 block, tensor by tensor and without any
/// closed form: what the formula packs are tested against where no run is made.
class CountedRun {
 public:
  explicit CountedRun(const Scenario& scenario) : scenario_(scenario) {
    if (word("precision") != "fp32") weight_bytes_ = 2;
    if (word("gradient_dtype") != "fp32") gradient_bytes_ = 2;
    optimizer_bytes_ = word("precision").starts_with("mixed") ? 12 : 8;
    while (padded_vocabulary_ % t_ != 0) ++padded_vocabulary_;
  }

  [[nodiscard]] RunResult result() const {
    RunResult run;
    run.loss = {5.0};
    run.grad_norm = {1.0};
    for (const Tensor& tensor : tensors(1, 0, layers_, true, true)) run.parameters += tensor.size;
    for (std::int64_t rank = 0; rank < t_ * d_ * p_; ++rank) run.ranks.push_back(measure(rank));
    return run;
  }

 private:
  struct Tensor {
    std::int64_t size;
    bool tied = false;
  };

  [[nodiscard]] std::int64_t integer(const std::string& key) const {
    return std::get<std::int64_t>(scenario_.values.at(key));
  }
  [[nodiscard]] std::string word(const std::string& key) const {
    return std::get<std::string>(scenario_.values.at(key));
  }
  [[nodiscard]] bool flag(const std::string& key) const {
    return std::get<bool>(scenario_.values.at(key));
  }
  [[nodiscard]] bool dropout(const std::string& key) const {
    return std::get<double>(scenario_.values.at(key)) > 0;
  }

  // The tensors of one rank in the order of the forward, split over `t`.
  [[nodiscard]] std::vector<Tensor> tensors(std::int64_t t, std::int64_t first_layer,
                                            std::int64_t layers, bool first, bool last) const {
    const bool tied = flag("model.tie_word_embeddings");
    const std::int64_t table = padded_vocabulary_ / t * h_;
    std::vector<Tensor> all;
    if (first) all.push_back({table, tied});
    if (first) all.push_back({integer("model.max_position_embeddings") * h_});
    for (std::int64_t layer = first_layer; layer < first_layer + layers; ++layer) {
      for (const std::int64_t size : {h_, h_, h_ * 3 * h_ / t, 3 * h_ / t, h_ / t * h_, h_, h_, h_,
                                      h_ * f_ / t, f_ / t, f_ / t * h_, h_}) {
        all.push_back({size});
      }
    }
    if (last) all.insert(all.end(), {{h_}, {h_}});
    if (last && !(tied && first)) all.push_back({table, tied});
    return all;
  }

  [[nodiscard]] std::int64_t padded(std::int64_t size) const { return (size + d_ - 1) / d_ * d_; }

  // Elements with padding: of units, filled from the last tensor to the first.
  [[nodiscard]] std::int64_t in_units(std::vector<Tensor> all) const {
    std::ranges::reverse(all);
    std::int64_t sum = 0;
    std::int64_t open = 0;
    for (const Tensor& tensor : all) {
      if (tensor.tied) {
        sum += padded(tensor.size);
      } else if (open > 0 && open + tensor.size > integer("zero.reduce_bucket_size")) {
        sum += padded(std::exchange(open, tensor.size));
      } else {
        open += tensor.size;
      }
    }
    return sum + padded(open);
  }

  [[nodiscard]] std::int64_t in_shards(const std::vector<Tensor>& all) const {
    std::int64_t sum = 0;
    for (const Tensor& tensor : all) sum += padded(tensor.size);
    return sum;
  }

  [[nodiscard]] std::int64_t in_flight(std::int64_t stage) const {
    const std::int64_t m = integer("training.global_batch_size") / (b_ * d_);
    return word("parallel.pipeline_schedule") == "gpipe" ? m : std::min(m, p_ - stage);
  }

  // One layer and micro-batch, item by item.
  [[nodiscard]] std::int64_t layer_activations() const {
    const std::int64_t sbh = s_ * b_ * h_;
    const std::int64_t square = a_ * s_ * s_ * b_ / t_;
    std::int64_t sum = weight_bytes_ * 4 * sbh + 2 * 8 * s_ * b_;    // inputs and statistics
    sum += weight_bytes_ * (3 * sbh + sbh + 2 * s_ * b_ * f_) / t_;  // q k v, projection, MLP
    sum += weight_bytes_ * square;                                   // softmax output
    if (dropout("model.attention_dropout")) sum += (1 + weight_bytes_) * square;
    if (dropout("model.hidden_dropout")) sum += 2 * sbh;
    return sum;
  }

  [[nodiscard]] std::int64_t forward_flops(std::int64_t layers, bool last) const {
    const std::int64_t m = integer("training.global_batch_size") / (b_ * d_);
    const std::int64_t layer = 6 * s_ * b_ * h_ * h_ + 4 * b_ * s_ * s_ * h_ +
                               2 * s_ * b_ * h_ * h_ + 4 * s_ * b_ * h_ * f_;
    const std::int64_t head = last ? 2 * s_ * b_ * h_ * padded_vocabulary_ / t_ : 0;
    return m * (layers * layer / t_ + head);
  }

  [[nodiscard]] parallel::Measurement measure(std::int64_t rank) const {
    const std::int64_t stage = rank / (t_ * d_);
    const bool first = stage == 0;
    const bool last = stage == p_ - 1;
    const auto& per_stage =
        std::get<std::vector<std::int64_t>>(scenario_.values.at("parallel.num_layers_per_stage"));
    const std::int64_t layers = per_stage.at(static_cast<std::size_t>(stage));
    const auto all = tensors(t_, 0, layers, first, last);

    parallel::Measurement of;
    of.rank = static_cast<int>(rank);
    of.at = {static_cast<int>(rank / t_ % d_), static_cast<int>(rank % t_),
             static_cast<int>(stage)};
    of.dp_group_size = static_cast<int>(d_);
    for (const Tensor& tensor : all) of.parameters += tensor.size;
    const std::int64_t zero = integer("zero.stage");
    const std::int64_t whole = zero == 0   ? of.parameters
                               : zero == 3 ? in_shards(all)
                                           : in_units(all);
    keep(of, sim::Category::weights, weight_bytes_ * whole / (zero == 3 ? d_ : 1));
    keep(of, sim::Category::gradients, gradient_bytes_ * whole / (zero >= 2 ? d_ : 1));
    keep(of, sim::Category::optimizer, optimizer_bytes_ * whole / (zero >= 1 ? d_ : 1));
    const std::int64_t activations = in_flight(stage) * layers * layer_activations();
    keep(of, sim::Category::activations, activations);
    of.memory.groups[static_cast<std::size_t>(sim::ItemGroup::layer)].kept = activations;
    // The least that the head's backward adds: the logits and, with ZeRO 3, the gathered table.
    const std::int64_t logits = last ? 4 * s_ * b_ * padded_vocabulary_ / t_ : 0;
    const bool gathers = last && zero == 3 && d_ > 1;
    of.memory.total_peak +=
        logits + (gathers ? weight_bytes_ * padded(padded_vocabulary_ * h_ / t_) : 0);
    of.flops[static_cast<std::size_t>(sim::Phase::forward)].matmul = forward_flops(layers, last);
    of.flops[static_cast<std::size_t>(sim::Phase::backward)].matmul =
        2 * forward_flops(layers, last);
    return of;
  }

  static void keep(parallel::Measurement& of, sim::Category category, std::int64_t bytes) {
    of.memory.categories[static_cast<std::size_t>(category)].kept = bytes;
    of.memory.total_peak += bytes;
  }

  const Scenario& scenario_;
  std::int64_t layers_ = integer("model.num_layers");
  std::int64_t h_ = integer("model.hidden_size");
  std::int64_t a_ = integer("model.num_attention_heads");
  std::int64_t f_ = integer("model.ffn_hidden_size");
  std::int64_t s_ = integer("model.seq_length");
  std::int64_t b_ = integer("training.micro_batch_size");
  std::int64_t t_ = integer("parallel.tensor_model_parallel_size");
  std::int64_t d_ = integer("parallel.data_parallel_size");
  std::int64_t p_ = integer("parallel.pipeline_model_parallel_size");
  std::int64_t padded_vocabulary_ = integer("model.vocab_size");
  std::int64_t weight_bytes_ = 4;
  std::int64_t gradient_bytes_ = 4;
  std::int64_t optimizer_bytes_ = 8;
};

}  // namespace scenarios
