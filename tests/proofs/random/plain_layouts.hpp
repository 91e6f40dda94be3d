#pragma once

#include <cstdint>
#include <string>

namespace test {

/// A layout as somebody might try it, as YAML: even sizes of a small gpt2, llama or gpt_neox, every
/// schedule, ZeRO stage, recomputation, precision and optimizer, stage-3 knobs one at a time, and
/// one in three an inference; up to 8 tensor ranks, 8 stages and 64 replicas. Legal, and a
/// function of the two numbers and nothing else.
std::string plain_layout(std::uint64_t seed, std::uint64_t index);

}  // namespace test
