// The thousand scenarios of the default seed are legal, and no kind of run is missing among them.
#include <array>
#include <functional>
#include <map>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/load/reader.hpp"
#include "tests/proofs/random/random_scenario.hpp"
#include "tests/scenarios/temporary_folder.hpp"
#include "tests/support/session.hpp"

namespace test {
namespace {

using parallel::Plan;
using Kind = std::function<bool(const Plan&)>;

bool shards(const Plan& plan) {
  return plan.mode == parallel::Mode::training && plan.mesh.dp > 1 && plan.zero.stage > 0;
}

bool is_16_bit(const Plan& plan) {
  return plan.precision.weights != sim::Dtype::fp32;
}

bool has_uneven_stages(const Plan& plan) {
  return plan.layers_per_stage.size() > 1 &&
         plan.layers_per_stage.front() != plan.layers_per_stage.back();
}

bool is_zero(const Plan& plan, int stage) {
  return shards(plan) && plan.zero.stage == stage;
}

const std::map<std::string, Kind> kinds_of_model = {
    {"a table of positions",
     [](const Plan& of) {
       return of.model.block.position_embedding == sim::PositionEmbedding::learned_absolute;
     }},
    {"no positions",
     [](const Plan& of) {
       return of.model.block.position_embedding == sim::PositionEmbedding::none;
     }},
    {"part of a head turned", [](const Plan& of) { return of.model.block.rotary_percent < 1; }},
    {"root mean squares",
     [](const Plan& of) { return of.model.block.normalization == sim::Normalization::rms_norm; }},
    {"head norms", [](const Plan& of) { return of.model.block.qk_layernorm; }},
    {"parallel branches", [](const Plan& of) { return of.model.block.parallel_residual; }},
    {"a shared norm", [](const Plan& of) { return of.model.block.shared_norm; }},
    {"a gated MLP with biases",
     [](const Plan& of) {
       return of.model.block.gated_linear_unit && of.model.block.add_bias_linear;
     }},
    {"biases of query, key and value alone",
     [](const Plan& of) { return of.model.block.add_qkv_bias && !of.model.block.add_bias_linear; }},
    {"fewer key heads than tensor ranks",
     [](const Plan& of) { return of.model.kv_heads < of.mesh.tp; }},
    {"grouped heads, whole on a rank",
     [](const Plan& of) {
       return of.model.kv_heads < of.model.heads && of.model.kv_heads >= of.mesh.tp;
     }},
    {"heads apart from the hidden size",
     [](const Plan& of) { return of.model.heads * of.model.head_dim != of.model.hidden; }},
    {"a padded table",
     [](const Plan& of) { return of.model.padded_vocabulary > of.model.vocabulary; }},
    {"a tied table over stages",
     [](const Plan& of) { return of.model.tied_embedding && of.mesh.pp > 1; }},
    {"both dropouts",
     [](const Plan& of) { return of.model.attention_dropout > 0 && of.model.hidden_dropout > 0; }},
};

const std::map<std::string, Kind> kinds_of_layout = {
    {"eight ranks", [](const Plan& of) { return of.mesh.size() == 8; }},
    {"one rank", [](const Plan& of) { return of.mesh.size() == 1; }},
    {"three axes",
     [](const Plan& of) { return of.mesh.dp > 1 && of.mesh.tp > 1 && of.mesh.pp > 1; }},
    {"an odd number of tensor ranks",
     [](const Plan& of) { return of.mesh.tp % 2 == 1 && of.mesh.tp > 1; }},
    {"fewer micro-batches than stages",
     [](const Plan& of) { return of.micro_batches() < of.mesh.pp; }},
    {"uneven stages", has_uneven_stages},
    {"two virtual stages", [](const Plan& of) { return of.virtual_stages == 2; }},
    {"three virtual stages", [](const Plan& of) { return of.virtual_stages == 3; }},
    {"GPipe",
     [](const Plan& of) {
       return of.schedule == parallel::PipelineSchedule::gpipe && of.mesh.pp > 1;
     }},
    {"ZeRO 1", [](const Plan& of) { return is_zero(of, 1); }},
    {"ZeRO 2", [](const Plan& of) { return is_zero(of, 2); }},
    {"ZeRO 3", [](const Plan& of) { return is_zero(of, 3) && !of.zero.stage3; }},
    {"knobs of stage 3", [](const Plan& of) { return shards(of) && of.zero.stage3; }},
    {"all-reduced shards", [](const Plan& of) { return shards(of) && !of.zero.reduce_scatter; }},
    {"a sequence in parts",
     [](const Plan& of) { return of.activations.sequence_parallel && of.mesh.tp > 1; }},
    {"checkpoints in parts", [](const Plan& of) { return of.activations.partition_activations; }},
    {"a replayed core",
     [](const Plan& of) { return of.activations.recompute == sim::Recompute::selective; }},
    {"a layer replayed in parts",
     [](const Plan& of) {
       return of.activations.recompute == sim::Recompute::full &&
              of.activations.sequence_parallel && of.mesh.tp > 1;
     }},
};

const std::map<std::string, Kind> kinds_of_training = {
    {"pure fp16",
     [](const Plan& of) {
       return of.precision.weights == sim::Dtype::fp16 && !of.precision.master;
     }},
    {"pure bf16",
     [](const Plan& of) {
       return of.precision.weights == sim::Dtype::bf16 && !of.precision.master;
     }},
    {"mixed fp16",
     [](const Plan& of) {
       return of.precision.weights == sim::Dtype::fp16 && of.precision.master;
     }},
    {"mixed bf16",
     [](const Plan& of) {
       return of.precision.weights == sim::Dtype::bf16 && of.precision.master;
     }},
    {"fp32 gradients of 16-bit weights",
     [](const Plan& of) { return is_16_bit(of) && of.precision.gradients == sim::Dtype::fp32; }},
    {"8-bit moments in shards",
     [](const Plan& of) {
       return shards(of) && of.optimizer.type == parallel::OptimizerType::adamw_8bit;
     }},
    {"SGD without momentum",
     [](const Plan& of) {
       return of.optimizer.type == parallel::OptimizerType::sgd && of.optimizer.momentum == 0;
     }},
    {"no clipping of AdamW",
     [](const Plan& of) {
       return of.optimizer.type == parallel::OptimizerType::adamw && of.optimizer.clip_grad == 0;
     }},
    {"an inference over stages",
     [](const Plan& of) { return of.mode == parallel::Mode::inference && of.mesh.pp > 1; }},
    {"an inference from shards",
     [](const Plan& of) { return of.mode == parallel::Mode::inference && of.zero.stage == 3; }},
    {"an inference in int8", [](const Plan& of) { return of.precision.int8_matrices; }},
};

Plan plan_of(std::uint64_t index, const scenarios::test::TemporaryFolder& folder) {
  const std::array files{folder.write("random.yaml", random_scenario(default_random_seed, index))};
  return scenarios::read_scenarios(files, {}).at(0).plan;
}

TEST(RandomScenarios, AreLegalAndOfEveryKind_random) {
  if (test_support::session().rank() != 0) return;
  const scenarios::test::TemporaryFolder folder;
  std::map<std::string, int> counts;
  for (std::uint64_t index = 0; index < 1'000; ++index) {
    const Plan plan = plan_of(index, folder);
    EXPECT_LE(plan.mesh.size(), 8);
    for (const auto* kinds : {&kinds_of_model, &kinds_of_layout, &kinds_of_training}) {
      for (const auto& [name, is_of] : *kinds) counts[name] += is_of(plan) ? 1 : 0;
    }
  }
  for (const auto& [name, count] : counts) EXPECT_GE(count, 10) << name;
}

}  // namespace
}  // namespace test
