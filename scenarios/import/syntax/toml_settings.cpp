#include "scenarios/import/syntax/toml_settings.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "scenarios/read/bounds.hpp"

namespace scenarios {

namespace {

nlohmann::json value_of(const toml::node& node) {
  if (const auto* list = node.as_array()) {
    nlohmann::json values = nlohmann::json::array();
    for (const toml::node& element : *list) values.push_back(value_of(element));
    return values;
  }
  if (node.is_boolean()) return node.value<bool>().value();
  if (node.is_integer()) return node.value<std::int64_t>().value();
  if (node.is_floating_point()) return node.value<double>().value();
  if (node.is_string()) return node.value<std::string>().value();
  std::ostringstream text;  // a date, or a table in a list
  text << toml::node_view<const toml::node>(node);
  return text.str();
}

void flatten(Settings& settings, const toml::table& table, const std::string& prefix) {
  for (const auto& [name, node] : table) {
    const std::string key = prefix + std::string(name.str());
    const auto* inner = node.as_table();
    if (inner != nullptr && !inner->empty()) {
      flatten(settings, *inner, key + ".");
    } else if (inner == nullptr) {
      const auto line = static_cast<int>(name.source().begin.line);
      settings.add({key, value_of(node), {settings.file(), line, {}}});
    }
  }
}

/// Refuses a text whose tables are too deep: toml++ bounds lists and tables inside lines, but not
/// the parts of a key, which are tables too.
class Depth {
 public:
  Depth(const std::string& file, std::string_view text) : file_(file), text_(text) {}

  void check() {
    for (; at_ < text_.size(); ++at_) step(text_[at_]);
  }

 private:
  void step(char c) {
    if (c == '"' || c == '\'') {
      skip_string(c);
    } else if (c == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size()) - 1;
    } else if (c == '\n' && outer_.empty()) {
      parts_ = 0;
    } else if (c == '[' || c == '{') {
      outer_.push_back(parts_);
      deepen();
    } else if ((c == ']' || c == '}') && !outer_.empty()) {
      parts_ = outer_.back();
      outer_.pop_back();
    } else if (c == ',' && !outer_.empty()) {
      parts_ = outer_.back() + 1;
      if (++values_ >= most_nodes) refuse("holds more than {} values", most_nodes);
    } else if (c == '.') {
      deepen();
    }
  }

  void deepen() {
    if (++parts_ > most_levels) refuse("is nested deeper than {} levels", most_levels);
  }

  [[noreturn]] void refuse(const char* what, int limit) const {
    const auto line = std::ranges::count(text_.substr(0, at_), '\n') + 1;
    throw BadInput(fmt::format("{}:{}", file_, line), "", fmt::format(fmt::runtime(what), limit));
  }

  void skip_string(char quote) {
    const std::string three(3, quote);
    const bool is_long = text_.substr(at_).starts_with(three);
    at_ += is_long ? 3 : 1;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\\' && quote == '"') {
        ++at_;
      } else if (is_long ? text_.substr(at_).starts_with(three) : text_[at_] == quote) {
        at_ += is_long ? 2 : 0;
        return;
      }
    }
  }

  const std::string& file_;
  std::string_view text_;
  std::size_t at_ = 0;
  int parts_ = 0;  // of the key, and brackets, around this place
  int values_ = 0;
  std::vector<int> outer_;  // parts_ outside each open bracket
};

}  // namespace

Settings toml_settings(const std::string& file, const std::string& text) {
  try {
    Depth(file, text).check();
    Settings settings(file);
    flatten(settings, toml::parse(std::string_view(text), file), "");
    return settings;
  } catch (const toml::parse_error& error) {
    throw BadInput(fmt::format("{}:{}", file, error.source().begin.line), "",
                   fmt::format("is not TOML: {}", error.description()));
  }
}

}  // namespace scenarios
