#include "scenarios/files/weights.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/files/model_dump.hpp"
#include "scenarios/files/safetensors_reader.hpp"
#include "scenarios/read/fault.hpp"
#include "sim/model/parameters.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace scenarios::test {
namespace {

sim::ModelDescription one_layer() {
  sim::ModelDescription model;
  model.layers = 1;
  model.hidden = 4;
  model.heads = model.kv_heads = 2;
  model.head_dim = 2;
  model.ffn_hidden = 6;
  model.vocabulary = 5;
  model.padded_vocabulary = 6;
  model.positions = 3;
  model.sequence_length = 3;
  return model;
}

// What a training run would hand over: every tensor, filled with its place in the forward.
void dump(const std::filesystem::path& folder, const sim::ModelDescription& model) {
  ModelDump files(folder, model);
  const parallel::DumpSinks sinks = files.sinks();
  float value = 0.0F;
  for (const sim::ParameterSpec& spec : sim::model_parameters(model).specs) {
    const std::vector<float> values(static_cast<std::size_t>(spec.rows * spec.columns), value++);
    sinks.gradients(spec, values);
    sinks.weights(spec, values);
  }
  files.finish();
}

// h = 4, f = 6, V = 5 (not the 6 rows as stored): shapes as in GPT-2's checkpoints, [in, out].
TEST(CheckpointShapes, AreUnpaddedAndNamedAsInHuggingFace) {
  const auto shapes = checkpoint_shapes(one_layer());
  using Shape = std::vector<std::int64_t>;
  EXPECT_EQ(shapes.size(), 16U);
  EXPECT_EQ(shapes.at("transformer.wte.weight"), (Shape{5, 4}));
  EXPECT_EQ(shapes.at("transformer.wpe.weight"), (Shape{3, 4}));
  EXPECT_EQ(shapes.at("transformer.h.0.attn.c_attn.weight"), (Shape{4, 12}));
  EXPECT_EQ(shapes.at("transformer.h.0.attn.c_attn.bias"), (Shape{12}));
  EXPECT_EQ(shapes.at("transformer.h.0.mlp.c_fc.weight"), (Shape{4, 6}));
  EXPECT_EQ(shapes.at("transformer.h.0.mlp.c_proj.weight"), (Shape{6, 4}));
  EXPECT_EQ(shapes.at("transformer.ln_f.bias"), (Shape{4}));
}

TEST(ModelDump, CanBeReadBackAsACheckpoint) {
  const TemporaryFolder folder;
  dump(folder.path() / "out", one_layer());
  const SafetensorsReader gradients(folder.path() / "out" / "gradients.safetensors");
  EXPECT_NE(gradients.find("grad.transformer.h.0.ln_1.weight"), nullptr);
  const auto source =
      checkpoint_weights(folder.path() / "out" / "weights.safetensors", one_layer());
  std::vector<float> values(2);
  source("transformer.wpe.weight", 10, values);
  EXPECT_EQ(values, (std::vector<float>{1.0F, 1.0F}));
}

TEST(CheckpointWeights, MustFitTheModelInAllTensors) {
  const TemporaryFolder folder;
  dump(folder.path(), one_layer());
  sim::ModelDescription other = one_layer();
  other.ffn_hidden = 8;
  other.tied_embedding = false;
  try {
    checkpoint_weights(folder.path() / "weights.safetensors", other);
    FAIL() << "nothing was thrown";
  } catch (const BadInput& error) {
    ASSERT_EQ(error.faults().size(), 4U) << error.what();
    EXPECT_EQ(error.faults()[0].key, "lm_head.weight");
    EXPECT_EQ(error.faults()[0].what, "is missing; the model needs it with shape [5, 4]");
    EXPECT_EQ(error.faults()[1].key, "transformer.h.0.mlp.c_fc.bias");
    EXPECT_EQ(error.faults()[1].what, "has shape [6]; the model needs [8]");
  }
  sim::ModelDescription shallow = one_layer();
  shallow.layers = 0;
  EXPECT_THROW(checkpoint_weights(folder.path() / "weights.safetensors", shallow), BadInput);
}

}  // namespace
}  // namespace scenarios::test
