#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace scenarios {

namespace detail {

// What the compiler calls this function names the enumerator, or shows a cast where there is none.
template <class Enum, Enum enumerator>
consteval bool is_enumerator() {
  const std::string_view name = __PRETTY_FUNCTION__;
  const std::size_t value = name.rfind("enumerator = ");
  return name[value + std::string_view("enumerator = ").size()] != '(';
}

template <class Enum, std::size_t first = 0>
consteval std::size_t count_enumerators() {
  if constexpr (is_enumerator<Enum, static_cast<Enum>(first)>()) {
    return count_enumerators<Enum, first + 1>();
  } else {
    return first;
  }
}

}  // namespace detail

/// The enumerators of an enum that counts from 0 without a gap.
template <class Enum>
inline constexpr std::size_t enumerator_count = detail::count_enumerators<Enum>();

/// A value for each enumerator. Rows stand in the order of the enum; one that is missing, repeated
/// or out of order does not compile, so that a new enumerator cannot be read as another.
template <class Enum, class Held>
class EnumTable {
 public:
  static constexpr std::size_t size = enumerator_count<Enum>;
  struct Row {
    Enum enumerator{};
    Held held{};
  };

  consteval EnumTable(const Row (&rows)[size]) {  // NOLINT: an array alone has its number of rows
    for (std::size_t i = 0; i < size; ++i) {
      if (rows[i].enumerator != static_cast<Enum>(i)) throw "a row for each enumerator, in order";
      held_[i] = rows[i].held;
    }
  }

  constexpr const Held& operator[](Enum enumerator) const {
    return held_[static_cast<std::size_t>(enumerator)];
  }
  [[nodiscard]] constexpr const std::array<Held, size>& all() const { return held_; }

 private:
  std::array<Held, size> held_{};
};

}  // namespace scenarios
