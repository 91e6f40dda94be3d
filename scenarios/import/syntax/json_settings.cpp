#include "scenarios/import/syntax/json_settings.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "scenarios/read/bounds.hpp"

namespace scenarios {

namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

int line_at(std::string_view text, std::size_t offset) {
  const auto before = text.substr(0, std::min(offset, text.size()));
  return static_cast<int>(std::ranges::count(before, '\n')) + 1;
}

/// Puts spaces in place of comments and of commas that nothing follows, and quotation marks around
/// Python's numbers that JSON has no form for, so that every character keeps its line. Throws
/// BadInput where the text passes the limits of bounds.hpp.
class Cleaner {
 public:
  Cleaner(const std::string& file, std::string text) : file_(file), text_(std::move(text)) {}

  std::string clean() {
    while (at_ < text_.size()) step();
    std::string quoted;
    std::size_t from = 0;
    for (const std::size_t mark : marks_) {
      quoted += text_.substr(from, mark - from) + '"';
      from = mark;
    }
    return quoted + text_.substr(from);
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '"') {
      skip_string();
    } else if (c == '#' || starts("//")) {
      blank_until("\n", 0);
    } else if (starts("/*")) {
      blank_until("*/", 2);
    } else if (!quote_number()) {
      note(c);
      ++at_;
    }
  }

  // What Python's json writes for numbers that are none: kept as a word, since no key takes it.
  bool quote_number() {
    for (const std::string_view word : {"NaN", "Infinity", "-Infinity"}) {
      if (!starts(word)) continue;
      comma_ = std::string::npos;
      marks_.push_back(at_);
      at_ += word.size();
      marks_.push_back(at_);
      return true;
    }
    return false;
  }

  void bound(char c) {
    if (c == '{' || c == '[') ++levels_;
    if (c == '}' || c == ']') --levels_;
    if (c == ',') ++values_;
    if (levels_ <= most_levels && values_ < most_nodes) return;
    throw BadInput(fmt::format("{}:{}", file_, line_at(text_, at_)), "",
                   levels_ > most_levels
                       ? fmt::format("is nested deeper than {} levels", most_levels)
                       : fmt::format("holds more than {} values", most_nodes));
  }

  void note(char c) {
    bound(c);
    if ((c == '}' || c == ']') && comma_ != std::string::npos) text_[comma_] = ' ';
    if (c == ',') comma_ = at_;
    if (c != ',' && c != ' ' && c != '\t' && c != '\n' && c != '\r') comma_ = std::string::npos;
  }

  [[nodiscard]] bool starts(std::string_view what) const {
    return text_.compare(at_, what.size(), what) == 0;
  }

  void skip_string() {
    comma_ = std::string::npos;
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    ++at_;
  }

  void blank_until(std::string_view end, std::size_t length) {
    const std::size_t found = text_.find(end, at_);
    const std::size_t stop = found == std::string::npos ? text_.size() : found + length;
    for (; at_ < stop; ++at_) {
      if (text_[at_] != '\n') text_[at_] = ' ';
    }
  }

  const std::string& file_;
  std::string text_;
  std::size_t at_ = 0;
  int levels_ = 0;
  int values_ = 0;                         // as many as there are commas
  std::vector<std::size_t> marks_;         // places for quotation marks
  std::size_t comma_ = std::string::npos;  // the last one, as long as only space has followed
};

/// Flattens the tree; the place of a key is looked for from that of the one before it.
class Flattener {
 public:
  Flattener(Settings& settings, std::string_view text) : settings_(settings), text_(text) {}

  void walk(const OrderedJson& object, const std::string& prefix) {
    for (const auto& [name, value] : object.items()) {
      const Origin origin{settings_.file(), line_of(name), {}};
      const std::string key = prefix + name;
      if (value.is_object() && !value.empty()) {
        walk(value, key + ".");
      } else {
        settings_.add({key, Json::parse(value.dump()), origin});
      }
    }
  }

 private:
  int line_of(const std::string& name) {
    const std::string quoted = Json(name).dump();
    for (std::size_t found = text_.find(quoted, at_); found != std::string_view::npos;
         found = text_.find(quoted, found + 1)) {
      const std::size_t next = text_.find_first_not_of(" \t\r\n", found + quoted.size());
      if (next == std::string_view::npos || text_[next] != ':') continue;
      at_ = next;
      break;
    }
    return line_at(text_, at_);
  }

  Settings& settings_;
  std::string_view text_;
  std::size_t at_ = 0;
};

// The first key that an object gives twice; the library itself would keep the last in silence.
std::string repeated_key(const std::string& text) {
  std::vector<std::set<std::string>> keys;
  std::string repeated;
  const auto note = [&](int, Json::parse_event_t event, const Json& parsed) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(parsed).second) {
      if (repeated.empty()) repeated = parsed;
    }
    return true;
  };
  const Json whole = Json::parse(text, note);
  return whole.is_object() ? repeated : std::string();
}

// Where a key stands for the second time.
int second_line_of(const std::string& text, const std::string& key) {
  const std::string quoted = Json(key).dump();
  const std::size_t first = text.find(quoted);
  return line_at(text, text.find(quoted, first + 1));
}

// "parse error at line 2, column 30: syntax error ..." after the library's own prefix.
std::string plain(std::string_view what) {
  const std::size_t prefix = what.find("] ");
  return std::string(prefix == std::string_view::npos ? what : what.substr(prefix + 2));
}

}  // namespace

Settings json_settings(const std::string& file, const std::string& text) {
  const std::string cleaned = Cleaner(file, text).clean();
  try {
    if (const std::string key = repeated_key(cleaned); !key.empty()) {
      throw BadInput(fmt::format("{}:{}", file, second_line_of(cleaned, key)), key,
                     "is given twice");
    }
    const OrderedJson root = OrderedJson::parse(cleaned);
    if (!root.is_object()) throw BadInput(file + ":1", "", "is not a JSON object");
    Settings settings(file);
    Flattener(settings, cleaned).walk(root, "");
    return settings;
  } catch (const Json::parse_error& error) {
    throw BadInput(
        fmt::format("{}:{}", file, line_at(cleaned, error.byte == 0 ? 0 : error.byte - 1)), "",
        "is not JSON: " + plain(error.what()));
  } catch (const Json::exception& error) {  // a number that no type holds
    throw BadInput(file, "", "is not JSON: " + plain(error.what()));
  }
}

}  // namespace scenarios
