#include "tests/proofs/random/random_scenario.hpp"

#include <fmt/format.h>

#include "tests/proofs/random/draw.hpp"
#include "tests/proofs/random/random_model.hpp"
#include "tests/proofs/random/scenario_keys.hpp"

namespace test {
namespace {

constexpr std::int64_t most_ranks = 8;

struct Layout {
  std::int64_t d = 1;
  std::int64_t t = 1;
  std::int64_t p = 1;
  std::int64_t v = 1;
};

Layout draw_mesh(Draw& draw) {
  std::vector<Layout> all;
  for (std::int64_t d = 1; d <= most_ranks; ++d) {
    for (std::int64_t t = 1; d * t <= most_ranks; ++t) {
      for (std::int64_t p = 1; d * t * p <= most_ranks; ++p)
        all.push_back({.d = d, .t = t, .p = p});
    }
  }
  return draw.of(all);
}

// Twelve layers at most: two or three virtual stages where there are few stages.
void draw_schedule(Draw& draw, Layout& layout, ScenarioKeys& keys, bool trains) {
  auto schedule = draw.of({"gpipe", "1f1b", "1f1b", "interleaved"});
  if (!trains && std::string(schedule) == "interleaved") schedule = "1f1b";
  keys.set("parallel.pipeline_schedule", schedule);
  if (std::string(schedule) != "interleaved" || layout.p == 1 || layout.p > 6) return;
  layout.v = layout.p <= 4 ? draw.between(2, 3) : 2;
  keys.set("parallel.virtual_pipeline_model_parallel_size", layout.v);
}

// The layers of the virtual stages, dealt out by hand or as the default has it.
std::int64_t draw_layers(Draw& draw, const Layout& layout, ScenarioKeys& keys) {
  const std::int64_t stages = layout.p * layout.v;
  if (draw.once_in(2)) {
    const std::int64_t rest = layout.v == 1 ? draw.between(0, stages - 1) : 0;
    return stages * (stages <= 4 ? draw.between(1, 2) : 1) + rest;
  }
  std::vector<std::int64_t> counts;
  std::int64_t layers = 0;
  for (std::int64_t stage = 0; stage < stages; ++stage) {
    counts.push_back(stages <= 6 ? draw.of<std::int64_t>({1, 1, 2, 3}) : draw.between(1, 2));
    layers += counts.back();
  }
  keys.set("parallel.num_layers_per_stage", counts);
  return layers;
}

void draw_stage3_knobs(Draw& draw, ScenarioKeys& keys) {
  const auto knob = [&](const char* name, std::int64_t most) {
    if (draw.once_in(2)) keys.set(fmt::format("zero.stage3_{}", name), draw.between(0, most));
  };
  keys.set("zero.stage3_max_live_parameters", draw.between(0, 20'000));
  knob("max_reuse_distance", 20'000);
  knob("prefetch_bucket_size", 5'000);
  knob("param_persistence_threshold", 1'000);
}

// Returns whether one of DeepSpeed's keys of stage 3 is set.
bool draw_zero(Draw& draw, ScenarioKeys& keys) {
  const std::int64_t stage = draw.between(0, 3);
  keys.set("zero.stage", stage);
  if (draw.once_in(4)) keys.set("zero.reduce_scatter", false);
  if (!draw.once_in(3)) {
    keys.set("zero.reduce_bucket_size", draw.of<std::int64_t>({1, 37, 501, 1'501, 5'003}));
  }
  if (draw.once_in(3)) {
    keys.set("zero.allgather_bucket_size", draw.of<std::int64_t>({97, 501, 1'501, 5'003}));
  }
  if (stage != 3 || !draw.once_in(3)) return false;
  draw_stage3_knobs(draw, keys);
  return true;
}

void draw_recomputation(Draw& draw, const Layout& layout, const ModelSizes& sizes, std::int64_t b,
                        ScenarioKeys& keys) {
  const std::string recompute = draw.of({"none", "selective", "full", "full"});
  const bool splits = sizes.s % layout.t == 0 && draw.once_in(2);
  keys.set("recompute", recompute);
  keys.set("parallel.sequence_parallel", splits);
  const bool divides = sizes.s * b * sizes.h % layout.t == 0;
  if (recompute != "full" || layout.t == 1 || splits || !divides) return;
  keys.set("zero.partition_activations", draw.once_in(2));
}

void draw_precision(Draw& draw, ScenarioKeys& keys) {
  const std::string precision =
      draw.of({"fp32", "fp32", "fp16", "bf16", "mixed_fp16", "mixed_bf16", "mixed_bf16"});
  keys.set("precision", precision);
  if (precision != "fp32" && draw.once_in(3)) keys.set("gradient_dtype", "fp32");
  if (precision.ends_with("fp16")) {
    keys.set("loss_scale.initial", draw.of<std::int64_t>({128, 1'024, 4'096}));
    if (draw.once_in(2)) keys.set("loss_scale.window", std::int64_t{1});
  }
}

void draw_optimizer(Draw& draw, ScenarioKeys& keys) {
  const std::string type = draw.of({"adamw", "adamw8bit", "sgd"});
  keys.set("optimizer.type", type);
  if (draw.once_in(2)) keys.set("optimizer.clip_grad", draw.of({"0", "0.01", "1.0"}));
  if (draw.once_in(3)) keys.set("optimizer.weight_decay", draw.of({"0", "0.1"}));
  if (type == "sgd") keys.set("optimizer.momentum", draw.of({"0", "0.9"}));
}

void draw_batch(Draw& draw, const Layout& layout, std::int64_t b, ScenarioKeys& keys) {
  // Interleaving deals micro-batches in groups of p.
  const std::int64_t m =
      layout.v > 1 ? layout.p * draw.between(1, layout.p > 2 ? 2 : 3) : draw.between(1, 5);
  keys.set("training.micro_batch_size", b);
  keys.set("training.global_batch_size", m * b * layout.d);
  keys.set("training.seed", draw.between(0, 9'999));
}

void draw_training(Draw& draw, const Layout& layout, const ModelSizes& sizes, std::int64_t b,
                   ScenarioKeys& keys) {
  draw_recomputation(draw, layout, sizes, b, keys);
  draw_precision(draw, keys);
  draw_optimizer(draw, keys);
  const bool has_knobs = draw_zero(draw, keys);
  keys.set("training.steps", has_knobs ? std::int64_t{2} : draw.between(1, 2));
}

void draw_inference(Draw& draw, const ModelSizes& sizes, ScenarioKeys& keys) {
  keys.set("mode", "inference");
  const std::int64_t prompt = draw.between(1, 7);
  keys.set("inference.prompt_length", prompt);
  keys.set("inference.new_tokens", draw.between(1, sizes.positions - prompt));
  const bool shards = draw.once_in(2);
  keys.set("zero.stage", std::int64_t{shards ? 3 : 0});
  const std::vector<const char*> precisions = {"fp32", "fp32", "fp16", "bf16", "int8", "int8"};
  keys.set("precision", shards ? draw.of({"fp32", "fp16", "bf16"}) : draw.of(precisions));
}

}  // namespace

std::string random_scenario(std::uint64_t seed, std::uint64_t index) {
  Draw draw(seed, index);
  ScenarioKeys keys;
  keys.set("scenario", fmt::format("random-{}-{}", seed, index));
  const bool trains = !draw.once_in(8);
  Layout layout = draw_mesh(draw);
  keys.set("parallel.data_parallel_size", layout.d);
  keys.set("parallel.tensor_model_parallel_size", layout.t);
  keys.set("parallel.pipeline_model_parallel_size", layout.p);
  draw_schedule(draw, layout, keys, trains);
  keys.set("model.num_layers", draw_layers(draw, layout, keys));
  const ModelSizes sizes = draw_model(draw, layout.t, trains, keys);
  const std::int64_t b = draw.between(1, 3);
  draw_batch(draw, layout, b, keys);
  if (trains) {
    draw_training(draw, layout, sizes, b, keys);
  } else {
    draw_inference(draw, sizes, keys);
  }
  return keys.text();
}

}  // namespace test
