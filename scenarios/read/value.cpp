#include "scenarios/read/value.hpp"

#include <algorithm>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/read/fault.hpp"
#include "scenarios/read/scalar.hpp"

namespace scenarios {

namespace {

std::string plain_scalar(const YAML::Node& node, std::string_view needed) {
  if (node.IsNull()) throw BadValue(fmt::format("has no value; {} is needed", needed));
  if (!node.IsScalar()) throw BadValue(fmt::format("is a list or a mapping; {} is needed", needed));
  // yaml-cpp tags what stands in quotation marks "!": text, not a number.
  if (node.Tag() == "!") {
    throw BadValue(fmt::format("\"{}\" is quoted text; {} is needed", node.Scalar(), needed));
  }
  return node.Scalar();
}

std::string text_scalar(const YAML::Node& node) {
  if (!node.IsScalar()) throw BadValue("needs one text");
  return node.Scalar();
}

template <class Number, class Parse>
std::vector<Number> parse_list(const YAML::Node& node, std::string_view needed, Parse parse) {
  if (!node.IsSequence()) throw BadValue(fmt::format("needs a list, as {}", needed));
  std::vector<Number> numbers;
  for (const YAML::Node& element : node)
    numbers.push_back(parse(plain_scalar(element, "a number")));
  return numbers;
}

double parse_number(const Key& key, const std::string& text) {
  if (key.unit == "bytes") return parse_bytes(text, "");
  return key.unit == "bytes/s" ? parse_bytes(text, "/s") : parse_real(text);
}

Value parse_kind(const Key& key, const YAML::Node& node) {
  switch (key.kind) {
    case Kind::boolean:
      return parse_boolean(plain_scalar(node, "true or false"));
    case Kind::integer:
      return parse_integer(plain_scalar(node, "an integer"));
    case Kind::real:
      return parse_number(key, plain_scalar(node, "a number"));
    case Kind::word:
    case Kind::text:
      return text_scalar(node);
    case Kind::integers:
      return parse_list<std::int64_t>(node, "[2, 2]", parse_integer);
    case Kind::reals:
      return parse_list<double>(node, "[0.9, 0.95]", parse_real);
  }
  throw BadValue("has no kind");
}

void check_number(const Key& key, double number) {
  if (key.range.contains(number)) return;
  throw BadValue(fmt::format("is {}; it must be {}", number, key.range.text()));
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

void check_word(const Key& key, const std::string& word) {
  if (key.kind == Kind::text && word.empty()) throw BadValue("is empty");
  if (key.path == "scenario" && std::ranges::any_of(word, is_control)) {
    throw BadValue("has a control character; a name is printed on one line");
  }
  if (key.kind == Kind::text) return;
  if (std::ranges::find(key.field.type->words, word) != key.field.type->words.end()) return;
  if (contains_word(key.announced, word)) {
    throw BadValue(
        fmt::format("'{}' is not supported yet; supported: {}", word, key.supported_words()));
  }
  throw BadValue(fmt::format("'{}' is not one of: {}", word, key.known_words()));
}

}  // namespace

void check_value(const Key& key, const Value& value) {
  std::visit(
      [&key]<class Held>(const Held& held) {
        if constexpr (std::is_same_v<Held, std::string>) {
          check_word(key, held);
        } else if constexpr (std::is_same_v<Held, bool>) {
          // either is allowed
        } else if constexpr (std::is_arithmetic_v<Held>) {
          check_number(key, static_cast<double>(held));
        } else {
          for (const auto number : held) check_number(key, static_cast<double>(number));
        }
      },
      value);
}

Value parse_value(const Key& key, const YAML::Node& node) {
  Value value = parse_kind(key, node);
  check_value(key, value);
  return value;
}

Value value_of_text(const Key& key, std::string_view text) {
  return parse_kind(key, YAML::Load(std::string(text)));
}

Value default_of(const Key& key) {
  return value_of_text(key, key.fallback);
}

std::string text_of(const Value& value) {
  return std::visit(
      []<class Held>(const Held& held) {
        if constexpr (std::is_same_v<Held, std::string> || std::is_arithmetic_v<Held>) {
          return fmt::format("{}", held);
        } else {
          return fmt::format("[{}]", fmt::join(held, ", "));
        }
      },
      value);
}

}  // namespace scenarios
