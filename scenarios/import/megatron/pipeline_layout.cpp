#include <algorithm>
#include <cctype>
#include <string>

#include <fmt/format.h>

#include "scenarios/import/megatron/megatron_parts.hpp"
#include "scenarios/read/value.hpp"

namespace scenarios {

namespace {

/// A layout without its repetitions, read from the left.
class Expander {
 public:
  explicit Expander(std::string_view text) : text_(text) {}

  std::string expand() {
    std::string whole = group();
    if (at_ != text_.size()) fail("a bracket closes that none opened");
    return whole;
  }

 private:
  static constexpr std::size_t longest = 1 << 20;

  // Up to the end, or to the bracket that closes.
  std::string group() {
    std::string whole;
    while (at_ < text_.size() && text_[at_] != ')') {
      const std::string unit = next_unit();
      const std::size_t times = repetitions();
      if (times * unit.size() + whole.size() > longest) fail("is too long");
      for (std::size_t i = 0; i < times; ++i) whole += unit;
    }
    return whole;
  }

  std::string next_unit() {
    const char letter = text_[at_++];
    if (letter == ',' || letter == ' ') return "";
    if (letter == '(') {
      std::string inner = group();
      if (at_ == text_.size()) fail("a bracket is not closed");
      ++at_;
      return inner;
    }
    if (std::string_view("EtmL|").find(letter) == std::string_view::npos) {
      fail(fmt::format("'{}' is none of E t m L | ( ) *", letter));
    }
    return {letter};
  }

  std::size_t repetitions() {
    if (at_ == text_.size() || text_[at_] != '*') return 1;
    std::size_t times = 0;
    const std::size_t begin = ++at_;
    for (; at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0; ++at_) {
      times = std::min(longest + 1, times * 10 + static_cast<std::size_t>(text_[at_] - '0'));
    }
    if (at_ == begin) fail("a * is followed by no number");
    return times;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw BadValue(fmt::format("'{}' is no layout: {}", text_, what));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<std::int64_t> layers_of_layout(std::string_view layout) {
  std::vector<std::int64_t> layers{0};
  for (const char letter : Expander(layout).expand()) {
    if (letter == '|') layers.push_back(0);
    if (letter == 't') layers.back() += 1;
  }
  return layers;
}

}  // namespace scenarios
