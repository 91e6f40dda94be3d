#include "scenarios/files/mapped_file.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scenarios/read/fault.hpp"

namespace scenarios {

namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, int error) {
  throw BadInput(path.string(), "", std::strerror(error));
}

// Closes the descriptor: a mapping does not need it.
class Descriptor {
 public:
  explicit Descriptor(const std::filesystem::path& path) : number_(::open(path.c_str(), O_RDONLY)) {
    if (number_ < 0) refuse(path, errno);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { ::close(number_); }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path) {
  const Descriptor file(path);
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
