#pragma once

#include <array>

#include "scenarios/read/key_rows/key_row.hpp"

namespace scenarios::key_rows {

/// The keys that say how a model is split and stored.
inline constexpr std::array layout{
    key<&ScenarioValues::parallel, &ParallelValues::tensor_model_parallel_size>(
        "parallel.tensor_model_parallel_size", {.meaning = "ranks that share each layer, t",
                                                .unit = "ranks",
                                                .fallback = "1",
                                                .range = size}),
    key<&ScenarioValues::parallel, &ParallelValues::pipeline_model_parallel_size>(
        "parallel.pipeline_model_parallel_size",
        {.meaning = "pipeline stages, p", .unit = "ranks", .fallback = "1", .range = size}),
    key<&ScenarioValues::parallel, &ParallelValues::data_parallel_size>(
        "parallel.data_parallel_size",
        {.meaning = "replicas, d", .unit = "ranks", .fallback = "1", .range = size}),
    key<&ScenarioValues::parallel, &ParallelValues::sequence_parallel>(
        "parallel.sequence_parallel",
        {.meaning = "whether norms and dropouts are split over t along the sequence",
         .fallback = "false"}),
    key<&ScenarioValues::parallel, &ParallelValues::pipeline_schedule>(
        "parallel.pipeline_schedule",
        {.meaning = "order of forward and backward of the micro-batches",
         .fallback = "1f1b",
         .announced = "zb-h1"}),
    key<&ScenarioValues::parallel, &ParallelValues::virtual_pipeline_model_parallel_size>(
        "parallel.virtual_pipeline_model_parallel_size",
        {.meaning = "chunks of layers a rank holds, v",
         .unit = "chunks",
         .fallback = "1",
         .range = size}),
    key<&ScenarioValues::parallel, &ParallelValues::num_layers_per_stage>(
        "parallel.num_layers_per_stage",
        {.meaning = "layers of each (virtual) stage; default: even, the first ones one more",
         .unit = "layers",
         .range = size}),
    key<&ScenarioValues::zero, &ZeroValues::stage>(
        "zero.stage",
        {.meaning = "what ZeRO shards: 1 optimizer states, 2 gradients too, 3 weights too",
         .fallback = "0",
         .range = {.low = 0, .high = 3}}),
    key<&ScenarioValues::zero, &ZeroValues::reduce_scatter>(
        "zero.reduce_scatter",
        {.meaning = "reduce-scatter of gradients; false: all-reduce, and keep a slice",
         .fallback = "true"}),
    key<&ScenarioValues::zero, &ZeroValues::reduce_bucket_size>(
        "zero.reduce_bucket_size", {.meaning = "most gradients reduced in one message",
                                    .unit = "elements",
                                    .fallback = "5.0e8",
                                    .range = count}),
    key<&ScenarioValues::zero, &ZeroValues::allgather_bucket_size>(
        "zero.allgather_bucket_size", {.meaning = "most weights gathered in one message",
                                       .unit = "elements",
                                       .fallback = "5.0e8",
                                       .range = count}),
    key<&ScenarioValues::zero, &ZeroValues::partition_activations>(
        "zero.partition_activations",
        {.meaning = "whether checkpoints are split over t (ZeRO-R)", .fallback = "false"}),
    key<&ScenarioValues::zero, &ZeroValues::stage3_max_live_parameters>(
        "zero.stage3_max_live_parameters",
        {.meaning = "most gathered weights held at once; no stage-3 key: one module at a time",
         .unit = "elements",
         .range = not_negative}),
    key<&ScenarioValues::zero, &ZeroValues::stage3_max_reuse_distance>(
        "zero.stage3_max_reuse_distance",
        {.meaning = "keep gathered weights that are used again within as many",
         .unit = "elements",
         .range = not_negative}),
    key<&ScenarioValues::zero, &ZeroValues::stage3_prefetch_bucket_size>(
        "zero.stage3_prefetch_bucket_size",
        {.meaning = "most weights gathered ahead", .unit = "elements", .range = not_negative}),
    key<&ScenarioValues::zero, &ZeroValues::stage3_param_persistence_threshold>(
        "zero.stage3_param_persistence_threshold", {.meaning = "tensors up to this size stay whole",
                                                    .unit = "elements",
                                                    .range = not_negative}),
    key<&ScenarioValues::precision>(
        "precision",
        {.meaning = "how weights are stored; mixed: with an fp32 master", .fallback = "fp32"}),
    key<&ScenarioValues::gradient_dtype>(
        "gradient_dtype", {.meaning = "how gradients are stored; default: as the weights"}),
};

}  // namespace scenarios::key_rows
