#include "scenarios/fit/host_memory.hpp"

#include <algorithm>
#include <fstream>
#include <string>

namespace scenarios {

namespace {

namespace fs = std::filesystem;
using Bytes = std::optional<std::int64_t>;

Bytes lesser(Bytes a, Bytes b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

// "MemAvailable:   22020096 kB", in units of 1,024 bytes.
Bytes free_memory(const fs::path& meminfo) {
  std::ifstream stream(meminfo);
  std::string name;
  std::int64_t kibibytes = 0;
  for (std::string rest; stream >> name >> kibibytes; std::getline(stream, rest)) {
    if (name == "MemAvailable:") return kibibytes * 1024;
  }
  return std::nullopt;
}

// A file without a number ("max") sets no limit.
Bytes limit_in(const fs::path& file) {
  std::ifstream stream(file);
  std::int64_t bytes = 0;
  if (stream >> bytes) return bytes;
  return std::nullopt;
}

// A group is held by its own limit and those of all groups around it. Inside a container the path
// may lead nowhere, and the mount is the container's own group.
Bytes limit_around(const fs::path& mount, const std::string& group, const char* file) {
  Bytes least = limit_in(mount / file);
  fs::path folder = mount;
  for (const fs::path& part : fs::path(group).relative_path()) {
    folder /= part;
    least = lesser(least, limit_in(folder / file));
  }
  return least;
}

// Lines "ID:CONTROLLERS:PATH"; no controllers: cgroup v2 (the manual page cgroups(7)).
Bytes group_limit(const fs::path& root) {
  const fs::path mounts = root / "sys/fs/cgroup";
  std::ifstream stream(root / "proc/self/cgroup");
  Bytes least;
  for (std::string line; std::getline(stream, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    if (controllers == ",,") least = lesser(least, limit_around(mounts, group, "memory.max"));
    if (controllers.find(",memory,") != std::string::npos) {
      least = lesser(least, limit_around(mounts / "memory", group, "memory.limit_in_bytes"));
    }
  }
  return least;
}

}  // namespace

std::optional<std::int64_t> available_memory(const fs::path& root) {
  return lesser(free_memory(root / "proc/meminfo"), group_limit(root));
}

}  // namespace scenarios
