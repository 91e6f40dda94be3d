#pragma once

#include <array>

#include "scenarios/read/key_rows/key_row.hpp"

namespace scenarios::key_rows {

/// The keys that say what is done with a model, and on what.
inline constexpr std::array run{
    key<&ScenarioValues::loss_scale, &LossScaleValues::initial>(
        "loss_scale.initial",
        {.meaning = "first loss scale of fp16 gradients", .fallback = "65536", .range = positive}),
    key<&ScenarioValues::loss_scale, &LossScaleValues::window>(
        "loss_scale.window",
        {.meaning = "steps without overflow after which the loss scale doubles",
         .unit = "steps",
         .fallback = "1000",
         .range = count}),
    key<&ScenarioValues::loss_scale, &LossScaleValues::hysteresis>(
        "loss_scale.hysteresis", {.meaning = "overflows after which the loss scale halves",
                                  .unit = "steps",
                                  .fallback = "2",
                                  .range = count}),
    key<&ScenarioValues::loss_scale, &LossScaleValues::min>(
        "loss_scale.min", {.meaning = "least loss scale", .fallback = "1", .range = positive}),
    key<&ScenarioValues::mode>(
        "mode", {.meaning = "whether the model is trained or generates", .fallback = "training"}),
    key<&ScenarioValues::inference, &InferenceValues::prompt_length>(
        "inference.prompt_length",
        {.meaning = "tokens of a prompt", .unit = "tokens", .range = size}),
    key<&ScenarioValues::inference, &InferenceValues::new_tokens>(
        "inference.new_tokens",
        {.meaning = "tokens generated after it", .unit = "tokens", .range = size}),
    key<&ScenarioValues::optimizer, &OptimizerValues::type>(
        "optimizer.type", {.meaning = "optimizer", .fallback = "adamw"}),
    key<&ScenarioValues::optimizer, &OptimizerValues::lr>(
        "optimizer.lr", {.meaning = "learning rate", .fallback = "1.0e-3", .range = not_negative}),
    key<&ScenarioValues::optimizer, &OptimizerValues::betas>(
        "optimizer.betas",
        {.meaning = "decay of AdamW's two moments", .fallback = "[0.9, 0.95]", .range = below_one}),
    key<&ScenarioValues::optimizer, &OptimizerValues::eps>(
        "optimizer.eps", {.meaning = "added to the root of AdamW's second moment",
                          .fallback = "1.0e-8",
                          .range = positive}),
    key<&ScenarioValues::optimizer, &OptimizerValues::weight_decay>(
        "optimizer.weight_decay",
        {.meaning = "decay of tensors of two dimensions; default: 0.1, of sgd 0",
         .range = not_negative}),
    key<&ScenarioValues::optimizer, &OptimizerValues::clip_grad>(
        "optimizer.clip_grad",
        {.meaning = "largest global gradient norm, 0 none; default: 1, of sgd 0",
         .range = not_negative}),
    key<&ScenarioValues::optimizer, &OptimizerValues::momentum>(
        "optimizer.momentum",
        {.meaning = "momentum of sgd", .fallback = "0.9", .range = below_one}),
    key<&ScenarioValues::recompute>(
        "recompute",
        {.meaning = "what of a layer is computed again in the backward", .fallback = "none"}),
    key<&ScenarioValues::training, &TrainingValues::micro_batch_size>(
        "training.micro_batch_size", {.meaning = "sequences of a micro-batch, b",
                                      .unit = "sequences",
                                      .range = size,
                                      .required = true}),
    key<&ScenarioValues::training, &TrainingValues::global_batch_size>(
        "training.global_batch_size", {.meaning = "sequences of a step over all replicas, B",
                                       .unit = "sequences",
                                       .range = size,
                                       .required = true}),
    key<&ScenarioValues::training, &TrainingValues::steps>(
        "training.steps",
        {.meaning = "steps; default: 1, with a stage-3 key 2", .unit = "steps", .range = size}),
    key<&ScenarioValues::training, &TrainingValues::seed>(
        "training.seed", {.meaning = "seed of weights, dropout masks and data",
                          .fallback = "1234",
                          .range = not_negative}),
    key<&ScenarioValues::training, &TrainingValues::data>(
        "training.data", {.meaning = "text to train on; default: this project's own documents"}),
    key<&ScenarioValues::training, &TrainingValues::batches>(
        "training.batches",
        {.meaning = "safetensors with input_ids.N and labels.N, in place of text"}),
    key<&ScenarioValues::training, &TrainingValues::weights>(
        "training.weights",
        {.meaning = "safetensors with the first weights; default: from the seed"}),
    key<&ScenarioValues::training, &TrainingValues::tokens>(
        "training.tokens",
        {.meaning = "tokens of the whole run that is planned", .unit = "tokens", .range = count}),
    key<&ScenarioValues::hardware, &HardwareValues::flops_per_second>(
        "hardware.flops_per_second",
        {.meaning = "speed of a rank", .unit = "FLOP/s", .range = positive}),
    key<&ScenarioValues::hardware, &HardwareValues::bandwidth_bytes_per_second,
        &BandwidthValues::tp>(
        "hardware.bandwidth_bytes_per_second.tp",
        {.meaning = "bandwidth between tensor ranks", .unit = "bytes/s", .range = positive}),
    key<&ScenarioValues::hardware, &HardwareValues::bandwidth_bytes_per_second,
        &BandwidthValues::dp>(
        "hardware.bandwidth_bytes_per_second.dp",
        {.meaning = "bandwidth between data ranks", .unit = "bytes/s", .range = positive}),
    key<&ScenarioValues::hardware, &HardwareValues::bandwidth_bytes_per_second,
        &BandwidthValues::pp>(
        "hardware.bandwidth_bytes_per_second.pp",
        {.meaning = "bandwidth between pipeline ranks", .unit = "bytes/s", .range = positive}),
    key<&ScenarioValues::hardware, &HardwareValues::latency_seconds>(
        "hardware.latency_seconds", {.meaning = "time of a message without its bytes",
                                     .unit = "seconds",
                                     .range = not_negative}),
    key<&ScenarioValues::hardware, &HardwareValues::memory_bytes>(
        "hardware.memory_bytes", {.meaning = "memory of a rank, against which the peak is held",
                                  .unit = "bytes",
                                  .range = positive}),
    key<&ScenarioValues::hardware, &HardwareValues::stage_seconds, &StageSecondsValues::forward>(
        "hardware.stage_seconds.forward",
        {.meaning = "forward of a stage, in place of a computed time",
         .unit = "seconds",
         .range = not_negative}),
    key<&ScenarioValues::hardware, &HardwareValues::stage_seconds, &StageSecondsValues::backward>(
        "hardware.stage_seconds.backward",
        {.meaning = "backward of a stage, in place of a computed time",
         .unit = "seconds",
         .range = not_negative}),
};

}  // namespace scenarios::key_rows
