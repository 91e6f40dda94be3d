#include "scenarios/read/plan.hpp"

#include <optional>
#include <string>
#include <vector>

#include "scenarios/read/presets.hpp"
#include "sim/ensure.hpp"

namespace scenarios {

namespace {

// Reads values that the checks have found to be there.
class Values {
 public:
  explicit Values(const Draft& draft) : draft_(draft) {}

  template <class Held>
  [[nodiscard]] Held get(std::string_view path) const {
    const auto value = draft_.get<Held>(path);
    ENSURE(value.has_value(), path);
    return *value;
  }
  [[nodiscard]] bool has(std::string_view path) const { return draft_.has(path); }
  [[nodiscard]] std::int64_t integer(std::string_view path) const {
    return get<std::int64_t>(path);
  }
  [[nodiscard]] double real(std::string_view path) const { return get<double>(path); }
  [[nodiscard]] bool boolean(std::string_view path) const { return get<bool>(path); }
  [[nodiscard]] std::string word(std::string_view path) const { return get<std::string>(path); }
  [[nodiscard]] int size(std::string_view path) const { return static_cast<int>(integer(path)); }

 private:
  const Draft& draft_;
};

sim::Normalization normalization_of(const std::string& word) {
  return word == "RMSNorm" ? sim::Normalization::rms_norm : sim::Normalization::layer_norm;
}

sim::PositionEmbedding position_embedding_of(const std::string& word) {
  if (word == "rope") return sim::PositionEmbedding::rope;
  return word == "none" ? sim::PositionEmbedding::none : sim::PositionEmbedding::learned_absolute;
}

sim::Activation activation_of(const std::string& word) {
  if (word == "silu") return sim::Activation::silu;
  return word == "gelu" ? sim::Activation::gelu : sim::Activation::gelu_tanh;
}

sim::BlockDescription block_of(const Values& values) {
  sim::BlockDescription block;
  block.normalization = normalization_of(values.word("model.normalization"));
  block.position_embedding = position_embedding_of(values.word("model.position_embedding_type"));
  block.activation = activation_of(values.word("model.activation_func"));
  block.gated_linear_unit = values.boolean("model.gated_linear_unit");
  block.add_bias_linear = values.boolean("model.add_bias_linear");
  block.add_qkv_bias = values.boolean("model.add_qkv_bias");
  block.qk_layernorm = values.boolean("model.qk_layernorm");
  block.parallel_residual = values.boolean("model.parallel_residual");
  block.shared_norm = values.boolean("model.shared_norm");
  block.rotary_percent = values.real("model.rotary_percent");
  block.rotary_base = values.real("model.rotary_base");
  block.layernorm_epsilon = values.real("model.layernorm_epsilon");
  return block;
}

sim::ModelDescription model_of(const Values& values) {
  sim::ModelDescription model;
  model.block = block_of(values);
  model.names = names_of(values.word("model.architecture"));
  model.layers = values.integer("model.num_layers");
  model.hidden = values.integer("model.hidden_size");
  model.heads = values.integer("model.num_attention_heads");
  model.kv_heads = values.integer("model.num_key_value_heads");
  model.head_dim = values.integer("model.head_dim");
  model.ffn_hidden = values.integer("model.ffn_hidden_size");
  model.vocabulary = values.integer("model.vocab_size");
  model.padded_vocabulary =
      padded_vocabulary(model.vocabulary, values.integer("model.make_vocab_size_divisible_by"),
                        values.integer("parallel.tensor_model_parallel_size"));
  model.positions = values.integer("model.max_position_embeddings");
  model.sequence_length = values.integer("model.seq_length");
  model.tied_embedding = values.boolean("model.tie_word_embeddings");
  model.attention_dropout = values.real("model.attention_dropout");
  model.hidden_dropout = values.real("model.hidden_dropout");
  return model;
}

// Absent unless one of its keys was given, and then whole.
std::optional<parallel::Stage3Plan> stage3_of(const Values& values) {
  if (!values.has("zero.stage3_max_live_parameters")) return std::nullopt;
  return parallel::Stage3Plan{
      .max_live_parameters = values.integer("zero.stage3_max_live_parameters"),
      .max_reuse_distance = values.integer("zero.stage3_max_reuse_distance"),
      .prefetch_bucket_size = values.integer("zero.stage3_prefetch_bucket_size"),
      .param_persistence_threshold = values.integer("zero.stage3_param_persistence_threshold")};
}

parallel::ZeroPlan zero_of(const Values& values) {
  return {.stage = values.size("zero.stage"),
          .reduce_scatter = values.boolean("zero.reduce_scatter"),
          .reduce_bucket_size = values.integer("zero.reduce_bucket_size"),
          .allgather_bucket_size = values.integer("zero.allgather_bucket_size"),
          .stage3 = stage3_of(values)};
}

parallel::PipelineSchedule schedule_of(const Values& values) {
  const std::string word = values.word("parallel.pipeline_schedule");
  if (word == "gpipe") return parallel::PipelineSchedule::gpipe;
  const bool has_chunks = values.integer("parallel.virtual_pipeline_model_parallel_size") > 1;
  return word == "interleaved" && has_chunks ? parallel::PipelineSchedule::interleaved
                                             : parallel::PipelineSchedule::one_forward_one_backward;
}

sim::ActivationPlan activations_of(const Values& values) {
  const std::string word = values.word("recompute");
  return {.recompute = word == "full"        ? sim::Recompute::full
                       : word == "selective" ? sim::Recompute::selective
                                             : sim::Recompute::none,
          .sequence_parallel = values.boolean("parallel.sequence_parallel"),
          .partition_activations = values.boolean("zero.partition_activations")};
}

sim::Dtype dtype_of_word(const std::string& word) {
  if (word == "fp16") return sim::Dtype::fp16;
  return word == "bf16" ? sim::Dtype::bf16 : sim::Dtype::fp32;
}

// "mixed_X": weights stored as X beside an fp32 master. Loss scaling belongs to the narrow range of
// fp16 gradients. int8 stores vectors, tables and activations in fp32.
parallel::PrecisionPlan precision_of(const Values& values) {
  const std::string word = values.word("precision");
  const std::string stored = word.substr(word.find('_') + 1);
  return {.weights = dtype_of_word(stored),
          .gradients = dtype_of_word(values.word("gradient_dtype")),
          .master = word.starts_with("mixed_"),
          .loss_scaling = stored == "fp16" && values.word("mode") == "training",
          .int8_matrices = word == "int8"};
}

parallel::LossScalePlan loss_scale_of(const Values& values) {
  return {.initial = values.real("loss_scale.initial"),
          .window = values.integer("loss_scale.window"),
          .hysteresis = values.integer("loss_scale.hysteresis"),
          .minimum = values.real("loss_scale.min")};
}

parallel::OptimizerType optimizer_type_of(const std::string& word) {
  if (word == "sgd") return parallel::OptimizerType::sgd;
  return word == "adamw8bit" ? parallel::OptimizerType::adamw_8bit : parallel::OptimizerType::adamw;
}

parallel::OptimizerPlan optimizer_of(const Values& values) {
  const auto betas = values.get<std::vector<double>>("optimizer.betas");
  return {.type = optimizer_type_of(values.word("optimizer.type")),
          .adamw = {.learning_rate = values.real("optimizer.lr"),
                    .beta_1 = betas.at(0),
                    .beta_2 = betas.at(1),
                    .epsilon = values.real("optimizer.eps")},
          .momentum = values.real("optimizer.momentum"),
          .weight_decay = values.real("optimizer.weight_decay"),
          .clip_grad = values.real("optimizer.clip_grad")};
}

}  // namespace

std::int64_t padded_vocabulary(std::int64_t vocabulary, std::int64_t divisible_by, std::int64_t t) {
  const std::int64_t unit = divisible_by * t;
  return (vocabulary + unit - 1) / unit * unit;
}

parallel::Plan make_plan(const Draft& draft) {
  const Values values(draft);
  parallel::Plan plan;
  if (values.word("mode") == "inference") {
    plan.mode = parallel::Mode::inference;
    plan.inference = {.prompt_length = values.integer("inference.prompt_length"),
                      .new_tokens = values.integer("inference.new_tokens")};
  }
  plan.model = model_of(values);
  plan.mesh = {.dp = values.size("parallel.data_parallel_size"),
               .tp = values.size("parallel.tensor_model_parallel_size"),
               .pp = values.size("parallel.pipeline_model_parallel_size")};
  plan.schedule = schedule_of(values);
  plan.virtual_stages = values.size("parallel.virtual_pipeline_model_parallel_size");
  plan.layers_per_stage = values.get<std::vector<std::int64_t>>("parallel.num_layers_per_stage");
  plan.activations = activations_of(values);
  plan.zero = zero_of(values);
  plan.precision = precision_of(values);
  plan.loss_scale = loss_scale_of(values);
  plan.optimizer = optimizer_of(values);
  plan.micro_batch_size = values.integer("training.micro_batch_size");
  plan.global_batch_size = values.integer("training.global_batch_size");
  plan.steps = values.integer("training.steps");
  plan.seed = static_cast<std::uint64_t>(values.integer("training.seed"));
  return plan;
}

}  // namespace scenarios
