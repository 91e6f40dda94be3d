#include "scenarios/read/text_file.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <limits>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scenarios/read/descriptor.hpp"
#include "scenarios/read/fault.hpp"

namespace scenarios {

namespace {

constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& what) {
  throw BadInput(path.string(), "", what);
}

// Opening waits for nobody: a pipe that nobody writes to is empty.
Descriptor opened(const std::filesystem::path& path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (file.number() < 0) refuse(path, std::strerror(errno));
  return file;
}

mode_t mode_of(const Descriptor& file, const std::filesystem::path& path) {
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) refuse(path, std::strerror(errno));
  if (S_ISDIR(status.st_mode)) refuse(path, "is a folder");
  return status.st_mode;
}

std::string read_all(const Descriptor& file, const std::filesystem::path& path, std::size_t limit) {
  std::string text;
  std::array<char, 65536> buffer{};
  while (true) {
    const ssize_t count = ::read(file.number(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse(path, fmt::format("reading failed: {}", std::strerror(errno)));
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
    if (text.size() > limit) {
      refuse(path, fmt::format("is longer than {} MiB, as no such file is", limit >> 20U));
    }
  }
}

}  // namespace

std::string read_text_file(const std::filesystem::path& path) {
  constexpr std::size_t limit = std::size_t{64} << 20U;
  const Descriptor file = opened(path);
  // A pipe's writer may take its time; what is regular and has nothing to give now (/proc) has
  // none.
  if (!S_ISREG(mode_of(file, path))) ::fcntl(file.number(), F_SETFL, O_RDONLY);
  return read_all(file, path, limit);
}

std::string read_data_file(const std::filesystem::path& path) {
  const Descriptor file = opened(path);
  if (!S_ISREG(mode_of(file, path))) refuse(path, "is no regular file");
  return read_all(file, path, no_limit);
}

}  // namespace scenarios
