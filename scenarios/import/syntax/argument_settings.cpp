#include "scenarios/import/syntax/argument_settings.hpp"

#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "scenarios/import/syntax/plain_value.hpp"
#include "scenarios/import/syntax/yaml_settings.hpp"

namespace scenarios {

namespace {

class ArgumentReader {
 public:
  explicit ArgumentReader(const std::string& file) : settings_(file) {}

  void read(const ShellWord& word) {
    const std::string text = word.plain();
    if (text.starts_with("--")) {
      close();
      const std::size_t equals = text.find('=');
      open_ = Setting{underscored(text.substr(0, equals)), {}, {settings_.file(), word.line, {}}};
      open_->is_open = word.is_open();
      if (equals != std::string::npos) values_.push_back(plain_value(text.substr(equals + 1)));
    } else if (open_) {
      open_->is_open = open_->is_open || word.is_open();
      values_.push_back(plain_value(text));
    } else {
      throw BadInput(fmt::format("{}:{}", settings_.file(), word.line), "",
                     fmt::format("'{}' is no argument; they begin with --", text));
    }
  }

  Settings finish() {
    close();
    return std::move(settings_);
  }

 private:
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

Settings argument_settings(const std::string& file, std::span<const ShellWord> words) {
  ArgumentReader reader(file);
  for (const ShellWord& word : words) reader.read(word);
  return reader.finish();
}

Settings argument_settings(const std::string& file, const std::string& text) {
  ShellVariables none;
  ShellWords words(file, text, none);
  std::vector<ShellWord> all;
  for (words.skip_space(true); !words.at_end(); words.skip_space(true)) {
    std::ranges::move(words.word("", false), std::back_inserter(all));
  }
  Settings settings = argument_settings(file, all);
  for (const std::string& note : words.notes()) settings.note(note);
  return settings;
}

}  // namespace scenarios
