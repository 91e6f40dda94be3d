#include "tests/proofs/random/plain_layouts.hpp"

#include <fmt/format.h>

#include "tests/proofs/random/draw.hpp"
#include "tests/proofs/random/scenario_keys.hpp"

namespace test {
namespace {

struct Mesh {
  std::int64_t t = 1;
  std::int64_t p = 1;
  std::int64_t d = 1;
  std::int64_t v = 1;
};

Mesh draw_mesh(Draw& draw, ScenarioKeys& keys, bool trains) {
  Mesh mesh{.t = draw.of<std::int64_t>({1, 1, 1, 2, 2, 4, 8}),
            .p = draw.of<std::int64_t>({1, 1, 1, 2, 2, 4, 8}),
            .d = draw.of<std::int64_t>({1, 1, 2, 2, 3, 4, 8, 64})};
  keys.set("parallel.tensor_model_parallel_size", mesh.t);
  keys.set("parallel.pipeline_model_parallel_size", mesh.p);
  keys.set("parallel.data_parallel_size", mesh.d);
  if (!trains) return mesh;
  const std::string schedule =
      mesh.p > 1 ? draw.of({"1f1b", "gpipe", "interleaved"}) : draw.of({"1f1b", "gpipe"});
  keys.set("parallel.pipeline_schedule", schedule);
  if (schedule == "interleaved") mesh.v = 2;
  keys.set("parallel.virtual_pipeline_model_parallel_size", mesh.v);
  return mesh;
}

// Multiples of what they are divided by, but for the layers of a stage.
std::int64_t draw_model(Draw& draw, ScenarioKeys& keys, const Mesh& mesh) {
  const std::string architecture = draw.of({"gpt2", "llama", "gpt_neox"});
  keys.set("model.architecture", architecture);
  const std::int64_t rest = mesh.v == 1 && draw.once_in(3) ? draw.between(0, mesh.p - 1) : 0;
  keys.set("model.num_layers", mesh.p * mesh.v * draw.between(1, 3) + rest);
  const std::int64_t heads =
      mesh.t * draw.of<std::int64_t>({1, mesh.t > 4 ? 1 : 2, mesh.t > 2 ? 1 : 4});
  const std::int64_t hidden = heads * draw.of<std::int64_t>({8, 16, 32});
  keys.set("model.num_attention_heads", heads);
  keys.set("model.hidden_size", hidden);
  if (architecture == "llama") {
    keys.set("model.num_key_value_heads", draw.of({heads, mesh.t, std::int64_t{1}}));
    keys.set("model.ffn_hidden_size", hidden * draw.between(2, 4));
  }
  keys.set("model.vocab_size", draw.of<std::int64_t>({32, 128, 500, 4'096, 32'000}));
  const auto length = draw.of<std::int64_t>({16, 32, 64, 128});
  keys.set("model.seq_length", length);
  return length;
}

void draw_zero(Draw& draw, ScenarioKeys& keys) {
  const std::int64_t stage = draw.between(0, 3);
  keys.set("zero.stage", stage);
  if (draw.once_in(3)) {
    keys.set("zero.reduce_bucket_size", draw.of<std::int64_t>({1'000, 10'000, 100'000}));
  }
  if (draw.once_in(5)) keys.set("zero.reduce_scatter", false);
  if (stage != 3 || draw.once_in(3)) return;
  const std::string knob = draw.of({"max_live_parameters", "max_reuse_distance",
                                    "prefetch_bucket_size", "param_persistence_threshold"});
  keys.set("zero.stage3_" + knob,
           draw.of<std::int64_t>({0, 100, 1'000, 10'000, 100'000, 1'000'000, 1'000'000'000}));
}

void draw_training(Draw& draw, ScenarioKeys& keys, const Mesh& mesh) {
  draw_zero(draw, keys);
  const std::string recompute = draw.of({"none", "none", "selective", "full"});
  keys.set("recompute", recompute);
  const bool splits_tokens = mesh.t > 1 && draw.once_in(3);
  keys.set("parallel.sequence_parallel", splits_tokens);
  if (recompute == "full" && mesh.t > 1 && !splits_tokens) {
    keys.set("zero.partition_activations", draw.once_in(2));
  }
  keys.set("precision", draw.of({"fp32", "bf16", "fp16", "mixed_bf16", "mixed_fp16"}));
  keys.set("optimizer.type", draw.of({"adamw", "adamw", "adamw8bit", "sgd"}));
  if (draw.once_in(2)) {
    keys.set("model.attention_dropout", "0.1");
    keys.set("model.hidden_dropout", "0.1");
  }
  keys.set("training.steps", std::int64_t{2});
}

void draw_inference(Draw& draw, ScenarioKeys& keys, std::int64_t length) {
  const std::int64_t prompt = draw.between(1, length - 1);
  keys.set("mode", "inference");
  keys.set("inference.prompt_length", prompt);
  keys.set("inference.new_tokens", draw.between(1, length - prompt));
  const bool shards = draw.once_in(4);
  keys.set("zero.stage", std::int64_t{shards ? 3 : 0});
  keys.set("precision",
           shards ? draw.of({"fp32", "bf16"}) : draw.of({"fp32", "fp16", "bf16", "int8"}));
}

}  // namespace

std::string plain_layout(std::uint64_t seed, std::uint64_t index) {
  Draw draw(seed, index);
  ScenarioKeys keys;
  keys.set("scenario", fmt::format("plain-{}-{}", seed, index));
  const bool trains = !draw.once_in(3);
  const Mesh mesh = draw_mesh(draw, keys, trains);
  const std::int64_t length = draw_model(draw, keys, mesh);
  const auto b = draw.of<std::int64_t>({1, 1, 2, 4});
  const std::int64_t m = mesh.v > 1 ? mesh.p * draw.between(1, 2) : draw.between(1, 5);
  keys.set("training.micro_batch_size", b);
  keys.set("training.global_batch_size", m * b * mesh.d);
  if (trains) {
    draw_training(draw, keys, mesh);
  } else {
    draw_inference(draw, keys, length);
  }
  return keys.text();
}

}  // namespace test
