#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace scenarios {

/// The bytes that programs on this machine can still be given: MemAvailable of /proc/meminfo, or
/// the least that a control group of this process has left of its limit (cgroup v1 or v2) where
/// that is less: what is used already is not to be had, but for pages of files that can be given
/// back. Nothing where the system tells neither. `root`: the folder that holds proc/ and sys/.
std::optional<std::int64_t> available_memory(const std::filesystem::path& root = "/");

}  // namespace scenarios
