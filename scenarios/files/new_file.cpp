#include "scenarios/files/new_file.hpp"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

namespace scenarios {

namespace {

namespace fs = std::filesystem;

// Short, whatever the file is called, and of no other file that is being written.
fs::path temporary_beside(const fs::path& path) {
  static std::atomic<int> files = 0;
  return path.parent_path() / fmt::format(".shardscope.{}.{}.part", ::getpid(), ++files);
}

}  // namespace

fs::path link_target(fs::path path) {
  constexpr int longest = 40;  // the system's own limit
  std::error_code error;
  for (int i = 0; i < longest && fs::is_symlink(path, error); ++i) {
    path = path.parent_path() / fs::read_symlink(path, error);
  }
  return path;
}

NewFile::NewFile(const fs::path& path)
    : path_(link_target(path)),
      temporary_(temporary_beside(path_)),
      stream_(temporary_, std::ios::binary) {
  check();
}

NewFile::~NewFile() {
  std::error_code ignored;
  fs::remove(temporary_, ignored);
}

void NewFile::check() {
  if (stream_) return;
  throw std::runtime_error(
      fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(errno)));
}

void NewFile::close() {
  if (stream_.is_open()) stream_.close();
  check();
}

void NewFile::finish() {
  close();
  fs::rename(temporary_, path_);
}

void write_text_file(const std::filesystem::path& path, const std::string& text) {
  NewFile file(path);
  file.stream() << text;
  file.finish();
}

}  // namespace scenarios
