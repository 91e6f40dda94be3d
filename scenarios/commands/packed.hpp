#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "sim/ensure.hpp"

namespace scenarios {

/// Puts values one behind the other as bytes, for another process of the same program.
class Packer {
 public:
  template <class Number>
  requires std::is_arithmetic_v<Number>
  void add(Number number) {
    const std::size_t end = bytes_.size();
    bytes_.resize(end + sizeof number);
    std::memcpy(bytes_.data() + end, &number, sizeof number);
  }
  void add(const std::string& text) {
    add(static_cast<std::int64_t>(text.size()));
    bytes_ += text;
  }
  template <class Number>
  void add(const std::vector<Number>& numbers) {
    add(static_cast<std::int64_t>(numbers.size()));
    for (const Number number : numbers) add(number);
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Takes the values out again, in the same order. Throws sim::Error when there are too few bytes.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : rest_(bytes) {}

  template <class Held>
  Held take() {
    if constexpr (std::is_arithmetic_v<Held>) {
      Held number{};
      std::memcpy(&number, cut(sizeof number).data(), sizeof number);
      return number;
    } else if constexpr (std::is_same_v<Held, std::string>) {
      return std::string(cut(static_cast<std::size_t>(take<std::int64_t>())));
    } else {
      Held numbers(static_cast<std::size_t>(take<std::int64_t>()));
      for (auto& number : numbers) number = take<typename Held::value_type>();
      return numbers;
    }
  }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }

 private:
  std::string_view cut(std::size_t size) {
    ENSURE(size <= rest_.size(), size, rest_.size());
    const std::string_view first = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return first;
  }

  std::string_view rest_;
};

}  // namespace scenarios
