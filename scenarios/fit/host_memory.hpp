#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace scenarios {

/// The bytes that programs on this machine can still be given: MemAvailable of /proc/meminfo, or
/// the least limit of the control groups that this process is in (memory.max of cgroup v2,
/// memory.limit_in_bytes of v1) where that is less. Nothing where the system tells neither.
/// `root`: the folder that holds proc/ and sys/.
std::optional<std::int64_t> available_memory(const std::filesystem::path& root = "/");

}  // namespace scenarios
