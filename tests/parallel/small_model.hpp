#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "parallel/plan.hpp"
#include "parallel/sources.hpp"
#include "parallel/train.hpp"

namespace test {

/// A small GPT with sizes that differ from one another and a vocabulary that no group divides
/// evenly, so that mixed-up axes and forgotten padding show.
inline parallel::Plan small_plan() {
  parallel::Plan plan;
  plan.model.layers = 4;
  plan.model.hidden = 16;
  plan.model.heads = 4;
  plan.model.kv_heads = 4;
  plan.model.head_dim = 4;
  plan.model.ffn_hidden = 24;
  plan.model.vocabulary = 37;
  plan.model.padded_vocabulary = 37;
  plan.model.positions = 12;
  plan.model.sequence_length = 10;
  plan.layers_per_stage = {4};
  plan.micro_batch_size = 8;
  plan.global_batch_size = 8;
  plan.steps = 2;
  plan.optimizer.adamw.epsilon = 1e-3;  // smooth updates, see t0.hpp
  return plan;
}

/// The same plan on a mesh, with m micro-batches a step.
inline parallel::Plan on_mesh(parallel::Plan plan, ranks::MeshShape mesh, int stage,
                              std::int64_t micro_batches) {
  plan.mesh = mesh;
  plan.zero.stage = stage;
  plan.micro_batch_size = plan.global_batch_size / (mesh.dp * micro_batches);
  plan.model.padded_vocabulary = (plan.model.vocabulary + mesh.tp - 1) / mesh.tp * mesh.tp;
  plan.layers_per_stage.clear();
  for (int stage_index = 0; stage_index < mesh.pp; ++stage_index) {
    const std::int64_t extra = stage_index < plan.model.layers % mesh.pp ? 1 : 0;
    plan.layers_per_stage.push_back(plan.model.layers / mesh.pp + extra);
  }
  return plan;
}

/// Tokens without a pattern that a fault could hide behind; labels are the tokens that follow. The
/// prime keeps sequences apart: modulo a vocabulary of 128 alone, sequences of 32 would repeat.
inline parallel::BatchSource counting_batches(const parallel::Plan& plan) {
  return [vocabulary = plan.model.vocabulary, batch = plan.global_batch_size](
             std::int64_t step, std::int64_t sequence, std::span<std::int64_t> tokens,
             std::span<std::int64_t> labels) {
    const std::int64_t first = (step * batch + sequence) * std::ssize(tokens);
    const auto token = [&](std::int64_t place) {
      return (place * place * 7 + place * 3) % 10007 % vocabulary;
    };
    for (std::int64_t i = 0; i < std::ssize(tokens); ++i) {
      tokens[static_cast<std::size_t>(i)] = token(first + i);
    }
    for (std::int64_t i = 0; i < std::ssize(labels); ++i) {
      labels[static_cast<std::size_t>(i)] = token(first + i + 1);
    }
  };
}

using Tensors = std::map<std::string, std::vector<float>>;

/// A run's result with what it dumped (on rank 0).
struct Trained {
  parallel::TrainingResult result;
  Tensors gradients;
  Tensors weights;
};

/// Collective over the session.
inline Trained train(ranks::Session& session, const parallel::Plan& plan) {
  Trained trained;
  const auto collect = [](Tensors& tensors) {
    return [&tensors](const sim::ParameterSpec& spec, std::span<const float> values) {
      tensors[spec.name].assign(values.begin(), values.end());
    };
  };
  trained.result = parallel::train(session, plan, counting_batches(plan), {},
                                   {collect(trained.gradients), collect(trained.weights)});
  return trained;
}

/// max |actual - expected| / max |expected|.
inline double normwise(const std::vector<float>& actual, const std::vector<float>& expected) {
  double difference = actual.size() == expected.size() ? 0 : 1e30;
  double largest = 1e-30;
  for (std::size_t i = 0; i < std::min(actual.size(), expected.size()); ++i) {
    difference = std::max(difference, std::abs(static_cast<double>(actual[i]) - expected[i]));
    largest = std::max(largest, std::abs(static_cast<double>(expected[i])));
  }
  return difference / largest;
}

}  // namespace test
