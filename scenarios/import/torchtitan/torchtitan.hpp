#pragma once

#include "scenarios/import/imported.hpp"

namespace scenarios {

/// Reads a job of torchtitan (TOML), in its present layout or the old one with the parallel degrees
/// inside [training]. The shape comes from `model.flavor` (torchtitan_flavors.hpp). Sharded data
/// parallelism is FSDP: ZeRO-3 with bf16 weights, fp32 masters and gradients reduced in fp32.
void read_torchtitan(Imported& imported, Settings& settings);

/// Its part about degrees: sharding, tensor and pipeline parallelism, and FSDP's types.
void read_torchtitan_layout(Imported& imported, Settings& settings);

}  // namespace scenarios
