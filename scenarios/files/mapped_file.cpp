#include "scenarios/files/mapped_file.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "scenarios/read/descriptor.hpp"
#include "scenarios/read/fault.hpp"

namespace scenarios {

namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, int error) {
  throw BadInput(path.string(), "", std::strerror(error));
}

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path) {
  // Opening a pipe waits for nobody. A mapping does not need the descriptor, which is closed here.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (file.number() < 0) refuse(path, errno);
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) refuse(path, errno);
  if (!S_ISREG(status.st_mode)) throw BadInput(path.string(), "", "is no regular file");
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return;  // an empty mapping does not exist
  void* memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (memory == MAP_FAILED) refuse(path, errno);
  bytes_ = {static_cast<const std::byte*>(memory), size};
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace scenarios
