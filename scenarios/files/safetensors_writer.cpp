#include "scenarios/files/safetensors_writer.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "sim/ensure.hpp"

namespace scenarios {

SafetensorsWriter::SafetensorsWriter(std::filesystem::path path,
                                     const std::map<std::string, std::vector<std::int64_t>>& shapes)
    : path_(std::move(path)), temporary_(path_.string() + ".part") {
  std::int64_t next = 0;
  for (const auto& [name, shape] : shapes) {
    TensorEntry entry{sim::Dtype::fp32, shape, next, next};
    entry.end += entry.elements() * sim::bytes_of(entry.dtype);
    next = entry.end;
    entries_.emplace(name, std::move(entry));
    missing_.insert(name);
  }
  const std::string header = make_safetensors_header(entries_);
  const std::uint64_t length = header.size();
  data_begin_ = static_cast<std::int64_t>(sizeof length + header.size());
  stream_.open(temporary_, std::ios::binary | std::ios::trunc);
  stream_.write(reinterpret_cast<const char*>(&length), sizeof length);
  stream_ << header;
  require_good();
}

SafetensorsWriter::~SafetensorsWriter() {
  if (!stream_.is_open()) return;
  stream_.close();
  std::error_code ignored;
  std::filesystem::remove(temporary_, ignored);
}

void SafetensorsWriter::write(const std::string& name, std::span<const float> values) {
  const auto found = entries_.find(name);
  ENSURE(found != entries_.end(), name);
  const TensorEntry& entry = found->second;
  ENSURE(std::ssize(values) == entry.elements(), name, values.size(), entry.elements());
  ENSURE(missing_.erase(name) == 1, name);
  stream_.seekp(data_begin_ + entry.begin);
  stream_.write(reinterpret_cast<const char*>(values.data()),
                static_cast<std::streamsize>(values.size_bytes()));
  require_good();
}

void SafetensorsWriter::finish() {
  ENSURE(missing_.empty(), missing_.size(), *missing_.begin());
  stream_.flush();
  require_good();
  stream_.close();
  std::filesystem::rename(temporary_, path_);
}

void SafetensorsWriter::require_good() {
  if (stream_.good()) return;
  throw std::runtime_error(
      fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(errno)));
}

}  // namespace scenarios
