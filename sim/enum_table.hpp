#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace sim {

namespace detail {

// What the compiler calls this function ends in the enumerator's name, or, where there is none, in
// a cast of its number: "(sim::Phase)4]".
template <class Enum, Enum enumerator>
consteval bool is_enumerator() {
  const std::string_view name = __PRETTY_FUNCTION__;
  const char after = name[name.rfind(')') + 1];
  return after < '0' || after > '9';
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

/// All of them, in order.
template <class Enum>
inline constexpr auto enumerators = [] {
  std::array<Enum, enumerator_count<Enum>> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Enum>(i);
  return all;
}();

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
    return held_.at(static_cast<std::size_t>(enumerator));
  }
  [[nodiscard]] constexpr const std::array<Held, size>& all() const { return held_; }

 private:
  std::array<Held, size> held_{};
};

/// The names of an enum's enumerators; an empty or repeated one does not compile.
template <class Enum>
class EnumNames {
 public:
  using Table = EnumTable<Enum, std::string_view>;

  consteval EnumNames(const typename Table::Row (&rows)[Table::size]) : names_(rows) {  // NOLINT
    const auto& names = names_.all();
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i].empty()) throw "a name for each enumerator";
      for (std::size_t j = 0; j < i; ++j) {
        if (names[i] == names[j]) throw "each name once";
      }
    }
  }

  constexpr std::string_view operator[](Enum enumerator) const { return names_[enumerator]; }
  [[nodiscard]] constexpr const auto& all() const { return names_.all(); }
  /// The enumerator of a name, or nothing.
  [[nodiscard]] constexpr std::optional<Enum> find(std::string_view name) const {
    for (const Enum enumerator : enumerators<Enum>) {
      if (names_[enumerator] == name) return enumerator;
    }
    return std::nullopt;
  }

 private:
  Table names_;
};

}  // namespace sim
