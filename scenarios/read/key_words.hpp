#pragma once

#include <cstddef>
#include <string_view>

#include "scenarios/scenario_values.hpp"
#include "sim/enum_table.hpp"

namespace scenarios {

/// The words of scenario files: how each enumerator is spelt as a key's value. Reading and its
/// messages, JSON and the constants of formulas take them from here, and from nowhere else.
template <class Word>
inline constexpr std::nullptr_t words_of = nullptr;

template <>
inline constexpr sim::EnumNames<Architecture> words_of<Architecture>{
    {{Architecture::gpt2, "gpt2"},
     {Architecture::llama, "llama"},
     {Architecture::gpt_neox, "gpt_neox"}}};

template <>
inline constexpr sim::EnumNames<sim::Normalization> words_of<sim::Normalization>{
    {{sim::Normalization::layer_norm, "LayerNorm"}, {sim::Normalization::rms_norm, "RMSNorm"}}};

template <>
inline constexpr sim::EnumNames<sim::PositionEmbedding> words_of<sim::PositionEmbedding>{
    {{sim::PositionEmbedding::learned_absolute, "learned_absolute"},
     {sim::PositionEmbedding::rope, "rope"},
     {sim::PositionEmbedding::none, "none"}}};

template <>
inline constexpr sim::EnumNames<sim::Activation> words_of<sim::Activation>{
    {{sim::Activation::gelu_tanh, "gelu_tanh"},
     {sim::Activation::gelu, "gelu"},
     {sim::Activation::silu, "silu"}}};

template <>
inline constexpr sim::EnumNames<parallel::PipelineSchedule> words_of<parallel::PipelineSchedule>{
    {{parallel::PipelineSchedule::gpipe, "gpipe"},
     {parallel::PipelineSchedule::one_forward_one_backward, "1f1b"},
     {parallel::PipelineSchedule::interleaved, "interleaved"}}};

template <>
inline constexpr sim::EnumNames<Precision> words_of<Precision>{
    {{Precision::fp32, "fp32"},
     {Precision::fp16, "fp16"},
     {Precision::bf16, "bf16"},
     {Precision::mixed_fp16, "mixed_fp16"},
     {Precision::mixed_bf16, "mixed_bf16"},
     {Precision::int8, "int8"}}};

template <>
inline constexpr sim::EnumNames<FloatType> words_of<FloatType>{
    {{FloatType::fp32, "fp32"}, {FloatType::fp16, "fp16"}, {FloatType::bf16, "bf16"}}};

template <>
inline constexpr sim::EnumNames<parallel::Mode> words_of<parallel::Mode>{
    {{parallel::Mode::training, "training"}, {parallel::Mode::inference, "inference"}}};

template <>
inline constexpr sim::EnumNames<parallel::OptimizerType> words_of<parallel::OptimizerType>{
    {{parallel::OptimizerType::adamw, "adamw"},
     {parallel::OptimizerType::adamw_8bit, "adamw8bit"},
     {parallel::OptimizerType::sgd, "sgd"}}};

template <>
inline constexpr sim::EnumNames<sim::Recompute> words_of<sim::Recompute>{
    {{sim::Recompute::none, "none"},
     {sim::Recompute::selective, "selective"},
     {sim::Recompute::full, "full"}}};

/// The word of an enumerator.
template <class Word>
constexpr std::string_view word_of(Word word) {
  return words_of<Word>[word];
}

}  // namespace scenarios
