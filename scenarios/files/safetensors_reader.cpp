#include "scenarios/files/safetensors_reader.hpp"

#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "scenarios/read/fault.hpp"

namespace scenarios {

static_assert(std::endian::native == std::endian::little, "safetensors data is little-endian");

namespace {

// The format's own limit; a larger length is a file of another kind.
constexpr std::uint64_t largest_header = 100'000'000;

std::string_view header_of(std::span<const std::byte> bytes, const std::string& file) {
  std::uint64_t length = 0;
  if (bytes.size() < sizeof length) {
    throw BadInput(file, "",
                   fmt::format("has {} bytes; a safetensors file has at least 8", bytes.size()));
  }
  std::memcpy(&length, bytes.data(), sizeof length);
  if (length > largest_header || length > bytes.size() - sizeof length) {
    throw BadInput(file, "",
                   fmt::format("is no safetensors file: its header would have {} bytes, the file "
                               "has {}",
                               length, bytes.size()));
  }
  return {reinterpret_cast<const char*>(bytes.data()) + sizeof length,
          static_cast<std::size_t>(length)};
}

template <class Stored>
void convert(std::span<const std::byte> bytes, std::span<float> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    Stored stored{};
    std::memcpy(&stored, bytes.data() + i * sizeof(Stored), sizeof(Stored));
    values[i] = static_cast<float>(stored);
  }
}

}  // namespace

SafetensorsReader::SafetensorsReader(const std::filesystem::path& path)
    : file_(path.string()), mapping_(path) {
  const std::string_view header = header_of(mapping_.bytes(), file_);
  data_ = mapping_.bytes().subspan(sizeof(std::uint64_t) + header.size());
  tensors_ = parse_safetensors_header(header, static_cast<std::int64_t>(data_.size()), file_);
}

const TensorEntry* SafetensorsReader::find(const std::string& name) const {
  const auto found = tensors_.find(name);
  return found == tensors_.end() ? nullptr : &found->second;
}

const TensorEntry& SafetensorsReader::at(const std::string& name) const {
  const TensorEntry* entry = find(name);
  if (entry == nullptr) throw BadInput(file_, name, "is not in the file");
  return *entry;
}

std::span<const std::byte> SafetensorsReader::part(const std::string& name,
                                                   const TensorEntry& entry, std::int64_t offset,
                                                   std::size_t count) const {
  const std::int64_t elements = entry.elements();
  const auto wanted = static_cast<std::int64_t>(count);
  if (offset < 0 || wanted > elements || offset > elements - wanted) {
    throw BadInput(
        file_, name,
        fmt::format("elements [{}, {}) of {} were asked for", offset, offset + wanted, elements));
  }
  const std::int64_t width = sim::bytes_of(entry.dtype);
  return data_.subspan(static_cast<std::size_t>(entry.begin + offset * width),
                       static_cast<std::size_t>(wanted * width));
}

void SafetensorsReader::read(const std::string& name, std::int64_t offset,
                             std::span<float> values) const {
  const TensorEntry& entry = at(name);
  const auto bytes = part(name, entry, offset, values.size());
  switch (entry.dtype) {
    case sim::Dtype::fp32:
      return convert<float>(bytes, values);
    case sim::Dtype::fp16:
      return convert<sim::Fp16>(bytes, values);
    case sim::Dtype::bf16:
      return convert<sim::Bf16>(bytes, values);
    default:
      break;
  }
  throw BadInput(file_, name, "holds integers; F32, F16 or BF16 is needed");
}

void SafetensorsReader::read(const std::string& name, std::int64_t offset,
                             std::span<std::int64_t> values) const {
  const TensorEntry& entry = at(name);
  if (entry.dtype != sim::Dtype::int64) {
    throw BadInput(file_, name, "is not of dtype I64");
  }
  const auto bytes = part(name, entry, offset, values.size());
  if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
}

}  // namespace scenarios
