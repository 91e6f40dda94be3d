#include "scenarios/files/safetensors_writer.hpp"

#include <utility>

#include "sim/ensure.hpp"

namespace scenarios {

SafetensorsWriter::SafetensorsWriter(const std::filesystem::path& path,
                                     const std::map<std::string, std::vector<std::int64_t>>& shapes)
    : file_(path) {
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
  file_.stream().write(reinterpret_cast<const char*>(&length), sizeof length);
  file_.stream() << header;
  file_.check();
}

void SafetensorsWriter::write(const std::string& name, std::span<const float> values) {
  const auto found = entries_.find(name);
  ENSURE(found != entries_.end(), name);
  const TensorEntry& entry = found->second;
  ENSURE(std::ssize(values) == entry.elements(), name, values.size(), entry.elements());
  ENSURE(missing_.erase(name) == 1, name);
  file_.stream().seekp(data_begin_ + entry.begin);
  file_.stream().write(reinterpret_cast<const char*>(values.data()),
                       static_cast<std::streamsize>(values.size_bytes()));
  file_.check();
}

void SafetensorsWriter::finish() {
  ENSURE(missing_.empty(), missing_.size(), *missing_.begin());
  file_.finish();
}

}  // namespace scenarios
