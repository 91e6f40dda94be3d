#include "scenarios/read/text_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

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

}  // namespace scenarios
