#include "scenarios/import/syntax/argument_settings.hpp"

#include <optional>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "scenarios/import/syntax/plain_value.hpp"
#include "scenarios/import/syntax/yaml_settings.hpp"

namespace scenarios {

namespace {

class ArgumentReader {
 public:
  explicit ArgumentReader(const std::string& file) : settings_(file) {}

  void read_line(const std::string& line, int number) {
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      if (word.starts_with('#')) return;
      if (word != "\\") read_word(std::move(word), number);
    }
  }

  Settings finish() {
    close();
    return std::move(settings_);
  }

 private:
  void read_word(std::string word, int number) {
    if (word.starts_with("--")) {
      close();
      const std::size_t equals = word.find('=');
      open_ = Setting{underscored(word.substr(0, equals)), {}, {settings_.file(), number, {}}};
      if (equals != std::string::npos) add_value(word.substr(equals + 1));
    } else if (open_) {
      add_value(word);
    } else {
      throw BadInput(fmt::format("{}:{}", settings_.file(), number), "",
                     fmt::format("'{}' is no argument; they begin with --", word));
    }
  }

  void add_value(const std::string& word) {
    const bool is_quoted = word.size() > 1 && (word.front() == '"' || word.front() == '\'') &&
                           word.front() == word.back();
    values_.push_back(is_quoted ? nlohmann::json(word.substr(1, word.size() - 2))
                                : plain_value(word));
  }

  void close() {
    if (!open_) return;
    open_->value = values_.empty() ? nlohmann::json(true) : values_;
    if (values_.size() == 1) open_->value = values_[0];
    settings_.add(std::move(*open_));
    open_.reset();
    values_ = nlohmann::json::array();
  }

  Settings settings_;
  std::optional<Setting> open_;  // the last flag, whose values follow
  nlohmann::json values_ = nlohmann::json::array();
};

}  // namespace

Settings argument_settings(const std::string& file, const std::string& text) {
  ArgumentReader reader(file);
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) reader.read_line(line, ++number);
  return reader.finish();
}

}  // namespace scenarios
