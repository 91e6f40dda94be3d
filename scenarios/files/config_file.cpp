#include "scenarios/files/config_file.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "scenarios/files/text_file.hpp"
#include "sim/ensure.hpp"

namespace scenarios {

using Json = nlohmann::json;

ConfigFile::ConfigFile(const std::filesystem::path& path)
    : file_(path.string()), text_(read_text_file(path)) {
  try {
    json_ = Json::parse(text_);
  } catch (const Json::parse_error& error) {
    throw BadInput(place(std::min(error.byte, text_.size())).text(), "", error.what());
  }
  if (!json_.is_object()) throw BadInput(file_ + ":1", "", "is not a JSON object");
}

bool ConfigFile::states(std::string_view key) const {
  const Json* value = find(key);
  return value != nullptr && !value->is_null();
}

const Json& ConfigFile::at(std::string_view key) const {
  const Json* value = find(key);
  ENSURE(value != nullptr, file_, key);
  return *value;
}

// The text is searched for the last part alone: a key that stands twice is placed at the first.
Origin ConfigFile::place_of(std::string_view key) const {
  const std::string_view name = key.substr(key.rfind('.') + 1);
  const std::size_t found = text_.find(fmt::format("\"{}\"", name));
  return place(found == std::string::npos ? 0 : found);
}

const Json* ConfigFile::find(std::string_view key) const {
  const Json* object = &json_;
  while (object->is_object()) {
    const std::size_t dot = key.find('.');
    const auto found = object->find(std::string(key.substr(0, dot)));
    if (found == object->end()) return nullptr;
    if (dot == std::string_view::npos) return &*found;
    object = &*found;
    key.remove_prefix(dot + 1);
  }
  return nullptr;
}

Origin ConfigFile::place(std::size_t offset) const {
  const auto begin = text_.begin();
  const auto lines = std::count(begin, begin + static_cast<std::ptrdiff_t>(offset), '\n');
  return {file_, static_cast<int>(lines) + 1, {}};
}

}  // namespace scenarios
