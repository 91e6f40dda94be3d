#pragma once

namespace scenarios {

/// What a file of keys may hold at most: real ones have a few levels and a few hundred values, and
/// readers walk them by recursion. Aliases of YAML count as what they stand for.
inline constexpr int most_levels = 100;
inline constexpr int most_nodes = 200'000;

}  // namespace scenarios
