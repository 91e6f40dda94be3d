#include "scenarios/files/safetensors_header.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "scenarios/read/fault.hpp"

namespace scenarios {

namespace {

using Json = nlohmann::json;

sim::Dtype dtype_of_name(const std::string& name) {
  if (name == "F32") return sim::Dtype::fp32;
  if (name == "F16") return sim::Dtype::fp16;
  if (name == "BF16") return sim::Dtype::bf16;
  if (name == "I64") return sim::Dtype::int64;
  throw BadValue(fmt::format("dtype {} is not supported; supported: F32 F16 BF16 I64", name));
}

std::string_view name_of_dtype(sim::Dtype dtype) {
  switch (dtype) {
    case sim::Dtype::fp32:
      return "F32";
    case sim::Dtype::fp16:
      return "F16";
    case sim::Dtype::bf16:
      return "BF16";
    case sim::Dtype::int64:
      return "I64";
    default:
      break;
  }
  throw std::logic_error("no safetensors dtype");
}

std::int64_t checked_size(const TensorEntry& entry) {
  std::int64_t size = sim::bytes_of(entry.dtype);
  for (const std::int64_t length : entry.shape) {
    if (length != 0 && size > std::numeric_limits<std::int64_t>::max() / length) {
      throw BadValue(fmt::format("shape {} is too large", text_of_shape(entry.shape)));
    }
    size *= length;
  }
  return size;
}

std::int64_t natural(const Json& number, const char* what) {
  const bool fits = number.is_number_unsigned() && number.get<std::uint64_t>() >> 63U == 0;
  if (!fits) throw BadValue(fmt::format("{} {} is not a natural number", what, number.dump()));
  return number.get<std::int64_t>();
}

TensorEntry entry_of(const Json& json) {
  if (!json.is_object() || !json.contains("dtype") || !json.contains("shape") ||
      !json.contains("data_offsets")) {
    throw BadValue("needs dtype, shape and data_offsets");
  }
  if (!json["dtype"].is_string()) throw BadValue("dtype is no text");
  const Json& offsets = json["data_offsets"];
  if (!json["shape"].is_array()) throw BadValue("shape is no list");
  if (!offsets.is_array() || offsets.size() != 2)
    throw BadValue("data_offsets are not two numbers");
  TensorEntry entry;
  entry.dtype = dtype_of_name(json["dtype"].get<std::string>());
  for (const Json& length : json["shape"]) entry.shape.push_back(natural(length, "length"));
  entry.begin = natural(offsets[0], "offset");
  entry.end = natural(offsets[1], "offset");
  const std::int64_t size = checked_size(entry);
  if (entry.end < entry.begin || entry.end - entry.begin != size) {
    throw BadValue(fmt::format("data_offsets [{}, {}] do not hold the {} bytes of shape {}",
                               entry.begin, entry.end, size, text_of_shape(entry.shape)));
  }
  return entry;
}

// nlohmann keeps the last of repeated keys in silence, so the names are watched as they are parsed.
Json parse_json(std::string_view header, const std::string& file) {
  std::set<std::string> names;
  const auto watch = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (depth == 1 && event == Json::parse_event_t::key &&
        !names.insert(parsed.get<std::string>()).second) {
      throw BadInput(file, parsed.get<std::string>(), "stands twice in the header");
    }
    return true;
  };
  try {
    Json json = Json::parse(header, watch);
    if (!json.is_object()) throw BadInput(file, "", "the header is not a JSON object");
    return json;
  } catch (const Json::exception& error) {
    throw BadInput(file, "", fmt::format("the header does not parse: {}", error.what()));
  }
}

void check_cover(const std::map<std::string, TensorEntry>& entries, std::int64_t data_size,
                 const std::string& file) {
  std::vector<const std::pair<const std::string, TensorEntry>*> order;
  order.reserve(entries.size());
  for (const auto& entry : entries) order.push_back(&entry);
  std::ranges::sort(order, [](const auto* a, const auto* b) {
    return std::pair(a->second.begin, a->second.end) < std::pair(b->second.begin, b->second.end);
  });
  std::int64_t next = 0;
  for (const auto* entry : order) {
    if (entry->second.begin != next) {
      throw BadInput(file, entry->first,
                     fmt::format("data begins at {}, but what stands before it ends at {}",
                                 entry->second.begin, next));
    }
    next = entry->second.end;
  }
  if (next != data_size) {
    throw BadInput(file, "",
                   fmt::format("tensors end at {}, the data has {} bytes", next, data_size));
  }
}

}  // namespace

std::int64_t TensorEntry::elements() const {
  std::int64_t product = 1;
  for (const std::int64_t length : shape) product *= length;
  return product;
}

std::string text_of_shape(const std::vector<std::int64_t>& shape) {
  return fmt::format("[{}]", fmt::join(shape, ", "));
}

std::map<std::string, TensorEntry> parse_safetensors_header(std::string_view header,
                                                            std::int64_t data_size,
                                                            const std::string& file) {
  const Json json = parse_json(header, file);
  std::map<std::string, TensorEntry> entries;
  std::vector<Fault> faults;
  for (const auto& [name, value] : json.items()) {
    if (name == "__metadata__") continue;
    try {
      entries.emplace(name, entry_of(value));
    } catch (const BadValue& error) {
      faults.push_back({file, name, error.what()});
    }
  }
  if (!faults.empty()) throw BadInput(faults);
  check_cover(entries, data_size, file);
  return entries;
}

std::string make_safetensors_header(const std::map<std::string, TensorEntry>& entries) {
  Json json = Json::object();
  for (const auto& [name, entry] : entries) {
    json[name] = {{"dtype", name_of_dtype(entry.dtype)},
                  {"shape", entry.shape},
                  {"data_offsets", {entry.begin, entry.end}}};
  }
  std::string header = json.dump();
  header.append((8 - header.size() % 8) % 8, ' ');
  return header;
}

}  // namespace scenarios
