#include "scenarios/files/new_file.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace scenarios {

NewFile::NewFile(std::filesystem::path path)
    : path_(std::move(path)),
      temporary_(fmt::format("{}.{}.part", path_.string(), ::getpid())),
      stream_(temporary_, std::ios::binary) {
  check();
}

NewFile::~NewFile() {
  std::error_code ignored;
  std::filesystem::remove(temporary_, ignored);
}

void NewFile::check() {
  if (stream_) return;
  throw std::runtime_error(
      fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(errno)));
}

void NewFile::finish() {
  stream_.close();
  check();
  std::filesystem::rename(temporary_, path_);
}

}  // namespace scenarios
