#pragma once

#include <bitset>
#include <cstddef>
#include <span>

namespace ranks {

/// The cores that a process may run on, by the system's numbers.
using CoreSet = std::bitset<1024>;

/// How many of its cores a rank can count on, at least 1: each is shared evenly by the ranks of the
/// host that may run on it. `of_host`: what each of them may run on; `own`: this rank's place
/// there. Pure arithmetic: 3 ranks on any of 8 cores have 2 each, and so has a rank that is bound
/// to two of its own.
int share_of_cores(std::span<const CoreSet> of_host, std::size_t own);

/// What this process may run on now.
CoreSet cores_of_this_process();

}  // namespace ranks
