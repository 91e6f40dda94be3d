#include "scenarios/commands/piped_texts.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include "scenarios/commands/packed.hpp"
#include "scenarios/read/text_file.hpp"

namespace scenarios {

namespace {

// What another process would not find under the same name, or not once more: pipes, devices, and
// whatever /dev and /proc call by the number of a descriptor of ours.
bool is_piped(const std::filesystem::path& file) {
  using Kind = std::filesystem::file_type;
  std::error_code ignored;
  const Kind kind = std::filesystem::status(file, ignored).type();
  const std::string name = std::filesystem::absolute(file, ignored).lexically_normal().string();
  const bool is_own = name.starts_with("/dev/") || name.starts_with("/proc/");
  return kind == Kind::fifo || kind == Kind::character || kind == Kind::socket ||
         (kind == Kind::regular && is_own);
}

void write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      throw std::runtime_error(fmt::format("handing texts over: {}", std::strerror(errno)));
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string read_all(int descriptor) {
  std::string bytes;
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return bytes;
    bytes.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

std::map<std::string, std::string> texts_of_pipes(std::span<const std::filesystem::path> files) {
  std::map<std::string, std::string> texts;
  for (const std::filesystem::path& file : files) {
    if (is_piped(file) && !texts.contains(file.string())) {
      texts.emplace(file.string(), read_text_file(file));
    }
  }
  return texts;
}

int hand_over(const std::map<std::string, std::string>& texts) {
  Packer packer;
  for (const auto& [path, text] : texts) {
    packer.add(path);
    packer.add(text);
  }
  const int descriptor = ::memfd_create("shardscope-texts", MFD_CLOEXEC);
  if (descriptor < 0) {
    throw std::runtime_error(fmt::format("handing texts over: {}", std::strerror(errno)));
  }
  write_all(descriptor, packer.bytes());
  ::lseek(descriptor, 0, SEEK_SET);
  return descriptor;
}

std::map<std::string, std::string> handed_texts(int descriptor) {
  std::map<std::string, std::string> texts;
  const std::string bytes = read_all(descriptor);
  for (Unpacker unpacker(bytes); !unpacker.at_end();) {
    std::string path = unpacker.take<std::string>();
    texts.emplace(std::move(path), unpacker.take<std::string>());
  }
  return texts;
}

}  // namespace scenarios
