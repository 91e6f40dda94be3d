#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

#include "tests/scenarios/temporary_folder.hpp"

namespace scenarios::test {

/// The header after the 8 bytes of its length (or of a wrong length).
inline std::string with_length(const std::string& header,
                               std::optional<std::uint64_t> length = std::nullopt) {
  const std::uint64_t written = length.value_or(header.size());
  std::string bytes(sizeof written, '\0');
  std::memcpy(bytes.data(), &written, sizeof written);
  return bytes + header;
}

}  // namespace scenarios::test
