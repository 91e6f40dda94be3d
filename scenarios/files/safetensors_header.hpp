#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/dtype.hpp"

namespace scenarios {

/// A tensor of a safetensors file: its bytes are [begin, end) of the data that follows the header.
struct TensorEntry {
  sim::Dtype dtype = sim::Dtype::fp32;  // F32, F16, BF16 or I64
  std::vector<std::int64_t> shape;
  std::int64_t begin = 0;
  std::int64_t end = 0;

  /// The product of the shape; 1 for a scalar.
  [[nodiscard]] std::int64_t elements() const;
};

/// "[2, 3]".
std::string text_of_shape(const std::vector<std::int64_t>& shape);

/// Reads the JSON header of a safetensors file whose data has `data_size` bytes, and checks that
/// every tensor's offsets have the size of its shape and dtype and that together they cover the
/// data without holes or overlaps. Throws BadInput with all faults; `file` is for messages.
std::map<std::string, TensorEntry> parse_safetensors_header(std::string_view header,
                                                            std::int64_t data_size,
                                                            const std::string& file);

/// The header of tensors that follow each other without holes, padded with spaces so that the data
/// begins at a multiple of 8 bytes; without the 8 bytes of its length.
std::string make_safetensors_header(const std::map<std::string, TensorEntry>& entries);

}  // namespace scenarios
