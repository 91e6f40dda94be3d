#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace scenarios {

/// A file's bytes as the system pages them in: slices of a large file cost only what is touched.
class MappedFile {
 public:
  /// Throws BadInput with the system's reason.
  explicit MappedFile(const std::filesystem::path& path);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace scenarios
