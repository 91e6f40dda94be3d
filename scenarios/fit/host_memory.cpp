#include "scenarios/fit/host_memory.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>

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

// A file without a number ("max") tells none.
Bytes number_in(const fs::path& file) {
  std::ifstream stream(file);
  std::int64_t bytes = 0;
  if (stream >> bytes) return bytes;
  return std::nullopt;
}

// Lines "NAME BYTES"; 0 where there is none of the name.
std::int64_t entry_of(const fs::path& file, std::string_view wanted) {
  std::ifstream stream(file);
  std::string name;
  for (std::int64_t bytes = 0; stream >> name >> bytes;) {
    if (name == wanted) return bytes;
  }
  return 0;
}

// What a version of control groups calls its files and the entry for what is easily given back.
struct Names {
  const char* limit;
  const char* used;
  const char* reclaimable;  // in memory.stat: pages of files that nobody has used lately
};
constexpr Names version_1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};
constexpr Names version_2{"memory.max", "memory.current", "inactive_file"};

// What is left of a group's limit; nothing where it has none.
Bytes left_in(const fs::path& group, const Names& names) {
  const Bytes limit = number_in(group / names.limit);
  if (!limit) return std::nullopt;
  const std::int64_t used = number_in(group / names.used).value_or(0) -
                            entry_of(group / "memory.stat", names.reclaimable);
  return std::max<std::int64_t>(0, *limit - std::max<std::int64_t>(0, used));
}

// A group is held by its own limit and those of all groups around it. Inside a container the path
// may lead nowhere, and the mount is the container's own group.
Bytes left_around(const fs::path& mount, const std::string& group, const Names& names) {
  Bytes least = left_in(mount, names);
  fs::path folder = mount;
  for (const fs::path& part : fs::path(group).relative_path()) {
    folder /= part;
    least = lesser(least, left_in(folder, names));
  }
  return least;
}

// Lines "ID:CONTROLLERS:PATH"; no controllers: cgroup v2 (the manual page cgroups(7)).
Bytes left_in_groups(const fs::path& root) {
  const fs::path mounts = root / "sys/fs/cgroup";
  std::ifstream stream(root / "proc/self/cgroup");
  Bytes least;
  for (std::string line; std::getline(stream, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    if (controllers == ",,") least = lesser(least, left_around(mounts, group, version_2));
    if (controllers.find(",memory,") != std::string::npos) {
      least = lesser(least, left_around(mounts / "memory", group, version_1));
    }
  }
  return least;
}

}  // namespace

std::optional<std::int64_t> available_memory(const fs::path& root) {
  return lesser(free_memory(root / "proc/meminfo"), left_in_groups(root));
}

}  // namespace scenarios
