#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "parallel/plan.hpp"

namespace scenarios {

enum class Architecture : std::uint8_t { gpt2, llama, gpt_neox };

/// How weights are stored; mixed ones keep an fp32 master beside 16-bit weights.
enum class Precision : std::uint8_t { fp32, fp16, bf16, mixed_fp16, mixed_bf16, int8 };

enum class FloatType : std::uint8_t { fp32, fp16, bf16 };

/// The value of a scenario: a field a key, named and nested as the keys are; read/key_table.hpp
/// binds each dotted path to its field and says what it means. What the contract lets be absent is
/// optional; every other field is set once a scenario has been read, its default filled in.
struct ModelValues {
  std::optional<std::string> config;
  Architecture architecture{};
  std::int64_t num_layers = 0;
  std::int64_t hidden_size = 0;
  std::int64_t num_attention_heads = 0;
  std::int64_t num_key_value_heads = 0;
  std::int64_t head_dim = 0;
  std::int64_t ffn_hidden_size = 0;
  std::int64_t vocab_size = 0;
  std::int64_t make_vocab_size_divisible_by = 0;
  std::int64_t seq_length = 0;
  std::int64_t max_position_embeddings = 0;
  bool tie_word_embeddings = false;
  double attention_dropout = 0;
  double hidden_dropout = 0;
  sim::Normalization normalization{};
  sim::PositionEmbedding position_embedding_type{};
  sim::Activation activation_func{};
  bool gated_linear_unit = false;
  bool add_bias_linear = false;
  bool add_qkv_bias = false;
  bool qk_layernorm = false;
  bool parallel_residual = false;
  bool shared_norm = false;
  double rotary_percent = 0;
  double rotary_base = 0;
  double layernorm_epsilon = 0;

  bool operator==(const ModelValues&) const = default;
};

struct ParallelValues {
  std::int64_t tensor_model_parallel_size = 0;
  std::int64_t pipeline_model_parallel_size = 0;
  std::int64_t data_parallel_size = 0;
  bool sequence_parallel = false;
  parallel::PipelineSchedule pipeline_schedule{};
  std::int64_t virtual_pipeline_model_parallel_size = 0;
  std::vector<std::int64_t> num_layers_per_stage;  // p v entries in the order of the model

  bool operator==(const ParallelValues&) const = default;
};

struct ZeroValues {
  std::int64_t stage = 0;
  bool reduce_scatter = false;
  std::int64_t reduce_bucket_size = 0;
  std::int64_t allgather_bucket_size = 0;
  bool partition_activations = false;
  std::optional<std::int64_t> stage3_max_live_parameters;  // the four are given together, or none
  std::optional<std::int64_t> stage3_max_reuse_distance;
  std::optional<std::int64_t> stage3_prefetch_bucket_size;
  std::optional<std::int64_t> stage3_param_persistence_threshold;

  bool operator==(const ZeroValues&) const = default;
};

struct LossScaleValues {
  double initial = 0;
  std::int64_t window = 0;
  std::int64_t hysteresis = 0;
  double min = 0;

  bool operator==(const LossScaleValues&) const = default;
};

struct InferenceValues {
  std::optional<std::int64_t> prompt_length;
  std::optional<std::int64_t> new_tokens;

  bool operator==(const InferenceValues&) const = default;
};

struct OptimizerValues {
  parallel::OptimizerType type{};
  double lr = 0;
  std::vector<double> betas;
  double eps = 0;
  double weight_decay = 0;
  double clip_grad = 0;
  double momentum = 0;

  bool operator==(const OptimizerValues&) const = default;
};

struct TrainingValues {
  std::int64_t micro_batch_size = 0;
  std::int64_t global_batch_size = 0;
  std::int64_t steps = 0;
  std::int64_t seed = 0;
  std::optional<std::string> data;
  std::optional<std::string> batches;
  std::optional<std::string> weights;
  std::optional<std::int64_t> tokens;

  bool operator==(const TrainingValues&) const = default;
};

struct BandwidthValues {
  std::optional<double> tp;
  std::optional<double> dp;
  std::optional<double> pp;

  bool operator==(const BandwidthValues&) const = default;
};

struct StageSecondsValues {
  std::optional<double> forward;
  std::optional<double> backward;

  bool operator==(const StageSecondsValues&) const = default;
};

struct HardwareValues {
  std::optional<double> flops_per_second;
  BandwidthValues bandwidth_bytes_per_second;
  std::optional<double> latency_seconds;
  std::optional<double> memory_bytes;
  StageSecondsValues stage_seconds;

  bool operator==(const HardwareValues&) const = default;
};

struct ScenarioValues {
  std::optional<std::string> scenario;  // these two become the name and the subject of a Scenario,
  std::optional<std::string> about;     // which has no others
  ModelValues model;
  ParallelValues parallel;
  ZeroValues zero;
  Precision precision{};
  FloatType gradient_dtype{};
  LossScaleValues loss_scale;
  parallel::Mode mode{};
  InferenceValues inference;
  OptimizerValues optimizer;
  sim::Recompute recompute{};
  TrainingValues training;
  HardwareValues hardware;

  bool operator==(const ScenarioValues&) const = default;
};

}  // namespace scenarios
