#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>

#include "scenarios/files/mapped_file.hpp"
#include "scenarios/files/safetensors_header.hpp"

namespace scenarios {

/// A safetensors file (https://github.com/huggingface/safetensors): 8 bytes little-endian length of
/// the header, the header in JSON, then row-major little-endian data. Only the parts that are read
/// are touched.
class SafetensorsReader {
 public:
  /// Throws BadInput when the file is not as the format says, with the numbers.
  explicit SafetensorsReader(const std::filesystem::path& path);

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const std::map<std::string, TensorEntry>& tensors() const { return tensors_; }
  [[nodiscard]] const TensorEntry* find(const std::string& name) const;

  /// Elements [offset, offset + values.size()) of a floating-point tensor, as fp32. Throws BadInput
  /// when there is no such tensor or range.
  void read(const std::string& name, std::int64_t offset, std::span<float> values) const;
  /// The same of an I64 tensor.
  void read(const std::string& name, std::int64_t offset, std::span<std::int64_t> values) const;

 private:
  // The bytes of `count` elements from `offset` on.
  [[nodiscard]] std::span<const std::byte> part(const std::string& name, const TensorEntry& entry,
                                                std::int64_t offset, std::size_t count) const;
  [[nodiscard]] const TensorEntry& at(const std::string& name) const;

  std::string file_;
  MappedFile mapping_;
  std::span<const std::byte> data_;
  std::map<std::string, TensorEntry> tensors_;
};

}  // namespace scenarios
