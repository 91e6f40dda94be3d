#pragma once

#include <array>

#include "scenarios/read/key_rows/key_row.hpp"

namespace scenarios::key_rows {

/// The keys that name the scenario and describe its model.
inline constexpr std::array model{
    key<&ScenarioValues::scenario>("scenario",
                                   {.meaning = "name of the scenario; default: that of its file"}),
    key<&ScenarioValues::about>("about", {.meaning = "what the run teaches, in a sentence or two"}),
    key<&ScenarioValues::model, &ModelValues::config>(
        "model.config",
        {.meaning = "a Hugging Face config.json that gives the model; keys beside it win"}),
    key<&ScenarioValues::model, &ModelValues::architecture>(
        "model.architecture",
        {.meaning = "preset of the block keys, and names of tensors in files", .fallback = "gpt2"}),
    key<&ScenarioValues::model, &ModelValues::num_layers>(
        "model.num_layers",
        {.meaning = "transformer layers, L", .unit = "layers", .range = size, .required = true}),
    key<&ScenarioValues::model, &ModelValues::hidden_size>(
        "model.hidden_size", {.meaning = "width of the residual stream, h",
                              .unit = "channels",
                              .range = size,
                              .required = true}),
    key<&ScenarioValues::model, &ModelValues::num_attention_heads>(
        "model.num_attention_heads",
        {.meaning = "query heads of a layer, a", .unit = "heads", .range = size, .required = true}),
    key<&ScenarioValues::model, &ModelValues::num_key_value_heads>(
        "model.num_key_value_heads",
        {.meaning = "key and value heads of a layer, k; default: num_attention_heads",
         .unit = "heads",
         .range = size}),
    key<&ScenarioValues::model, &ModelValues::head_dim>(
        "model.head_dim",
        {.meaning = "channels of a head; default: hidden_size / num_attention_heads",
         .unit = "channels",
         .range = size}),
    key<&ScenarioValues::model, &ModelValues::ffn_hidden_size>(
        "model.ffn_hidden_size",
        {.meaning = "width inside the feed-forward part, f; default: 4 hidden_size",
         .unit = "channels",
         .range = size}),
    key<&ScenarioValues::model, &ModelValues::vocab_size>(
        "model.vocab_size", {.meaning = "words of the vocabulary before padding",
                             .unit = "words",
                             .range = size,
                             .required = true}),
    key<&ScenarioValues::model, &ModelValues::make_vocab_size_divisible_by>(
        "model.make_vocab_size_divisible_by",
        {.meaning = "the vocabulary is padded to a multiple of this times t",
         .unit = "words",
         .fallback = "1",
         .range = size}),
    key<&ScenarioValues::model, &ModelValues::seq_length>(
        "model.seq_length",
        {.meaning = "tokens of a sequence, s", .unit = "tokens", .range = size, .required = true}),
    key<&ScenarioValues::model, &ModelValues::max_position_embeddings>(
        "model.max_position_embeddings",
        {.meaning = "rows of the position table; default: seq_length",
         .unit = "tokens",
         .range = size}),
    key<&ScenarioValues::model, &ModelValues::tie_word_embeddings>(
        "model.tie_word_embeddings",
        {.meaning = "whether the head uses the word table; default: the architecture's"}),
    key<&ScenarioValues::model, &ModelValues::attention_dropout>(
        "model.attention_dropout", {.meaning = "share of the softmax output that is dropped",
                                    .fallback = "0",
                                    .range = below_one}),
    key<&ScenarioValues::model, &ModelValues::hidden_dropout>(
        "model.hidden_dropout",
        {.meaning = "share of the embedding, attention and MLP outputs that is dropped",
         .fallback = "0",
         .range = below_one}),
    key<&ScenarioValues::model, &ModelValues::normalization>(
        "model.normalization", {.meaning = "norm of a block; default: the architecture's"}),
    key<&ScenarioValues::model, &ModelValues::position_embedding_type>(
        "model.position_embedding_type",
        {.meaning = "how positions enter; default: the architecture's"}),
    key<&ScenarioValues::model, &ModelValues::activation_func>(
        "model.activation_func",
        {.meaning = "activation of the feed-forward part; default: the architecture's"}),
    key<&ScenarioValues::model, &ModelValues::gated_linear_unit>(
        "model.gated_linear_unit",
        {.meaning = "whether a gate multiplies the activation; default: the architecture's"}),
    key<&ScenarioValues::model, &ModelValues::add_bias_linear>(
        "model.add_bias_linear",
        {.meaning = "whether linears have a bias; default: the architecture's"}),
    key<&ScenarioValues::model, &ModelValues::add_qkv_bias>(
        "model.add_qkv_bias",
        {.meaning = "whether query, key and value have a bias; default: add_bias_linear"}),
    key<&ScenarioValues::model, &ModelValues::qk_layernorm>(
        "model.qk_layernorm",
        {.meaning = "whether queries and keys are normed; default: the architecture's"}),
    key<&ScenarioValues::model, &ModelValues::parallel_residual>(
        "model.parallel_residual",
        {.meaning = "whether attention and MLP stand side by side; default: the architecture's"}),
    key<&ScenarioValues::model, &ModelValues::shared_norm>(
        "model.shared_norm",
        {.meaning = "whether both of them read one norm; default: the architecture's"}),
    key<&ScenarioValues::model, &ModelValues::rotary_percent>(
        "model.rotary_percent",
        {.meaning = "share of a head's channels that rope turns; default: the architecture's",
         .range = up_to_one}),
    key<&ScenarioValues::model, &ModelValues::rotary_base>(
        "model.rotary_base",
        {.meaning = "base of rope's wavelengths; default: the architecture's", .range = positive}),
    key<&ScenarioValues::model, &ModelValues::layernorm_epsilon>(
        "model.layernorm_epsilon",
        {.meaning = "added to the variance in a norm", .fallback = "1.0e-5", .range = positive}),
};

}  // namespace scenarios::key_rows
