#pragma once

#include <cstdint>
#include <string>

namespace test {

/// Of the runs in continuous integration and of the thousand that are longer.
constexpr std::uint64_t default_random_seed = 20'250'701;

/// A legal scenario on at most eight ranks, as YAML: a function of the two numbers and nothing
/// else. Everything a scenario says of a run is drawn: the block's description, sizes with
/// remainders wherever nothing must divide, layout, schedule, ZeRO's stage and knobs,
/// recomputation, precision, optimizer, batches; one in eight is an inference. Small: below a
/// second on two cores.
std::string random_scenario(std::uint64_t seed, std::uint64_t index);

}  // namespace test
