#include "scenarios/files/text_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>
#include <unistd.h>

#include "scenarios/read/fault.hpp"

namespace scenarios {

std::string read_text_file(const std::filesystem::path& path) {
  if (std::filesystem::is_directory(path)) throw BadInput(path.string(), "", "is a folder");
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw BadInput(path.string(), "", std::strerror(errno));
  std::string text(std::istreambuf_iterator<char>(stream), {});
  if (stream.bad()) throw BadInput(path.string(), "", "reading failed");
  return text;
}

void write_text_file(const std::filesystem::path& path, const std::string& text) {
  const std::filesystem::path temporary = fmt::format("{}.{}.part", path.string(), ::getpid());
  {
    std::ofstream stream(temporary, std::ios::binary);
    stream << text << std::flush;
    if (!stream) {
      const std::string reason = std::strerror(errno);
      std::error_code ignored;
      std::filesystem::remove(temporary, ignored);
      throw std::runtime_error(fmt::format("{}: cannot be written: {}", path.string(), reason));
    }
  }
  std::filesystem::rename(temporary, path);
}

}  // namespace scenarios
