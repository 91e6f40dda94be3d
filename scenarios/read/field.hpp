#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "scenarios/read/key_words.hpp"
#include "scenarios/scenario_values.hpp"
#include "sim/ensure.hpp"

namespace scenarios {

/// What a key's value is: one word of a list, free text, a number, a list of numbers.
enum class Kind : std::uint8_t { boolean, integer, real, word, text, integers, reals };

/// A key's value as files, options and reports see it. Words are strings here, and only here.
using Value = std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>,
                           std::vector<double>>;

/// What can be done with a field of a ScenarioValues whatever its C++ type is.
struct FieldType {
  Kind kind = Kind::text;
  std::span<const std::string_view> words;                    // of Kind::word, by enumerator
  std::optional<Value> (*read)(const void* field) = nullptr;  // nothing: an empty optional
  void (*write)(void* field, const Value& value) = nullptr;   // of its kind and words
  void (*clear)(void* field) = nullptr;
  bool (*equal)(const void* one, const void* other) = nullptr;
};

namespace detail {

template <class Stored>
struct Held {
  using Type = Stored;
};
template <class Inner>
struct Held<std::optional<Inner>> {
  using Type = Inner;
};

template <class Held>
constexpr Kind kind_of() {
  if constexpr (std::is_enum_v<Held>) return Kind::word;
  if constexpr (std::is_same_v<Held, bool>) return Kind::boolean;
  if constexpr (std::is_same_v<Held, std::int64_t>) return Kind::integer;
  if constexpr (std::is_same_v<Held, double>) return Kind::real;
  if constexpr (std::is_same_v<Held, std::vector<std::int64_t>>) return Kind::integers;
  if constexpr (std::is_same_v<Held, std::vector<double>>) return Kind::reals;
  return Kind::text;
}

template <class Held>
Value to_value(const Held& held) {
  if constexpr (std::is_enum_v<Held>) {
    return std::string(word_of(held));
  } else {
    return held;
  }
}

template <class Held>
Held from_value(const Value& value) {
  if constexpr (std::is_enum_v<Held>) {
    const auto& words = words_of<Held>.all();
    const auto word = std::ranges::find(words, std::get<std::string>(value));
    ENSURE(word != words.end(), std::get<std::string>(value));
    return static_cast<Held>(word - words.begin());
  } else {
    return std::get<Held>(value);
  }
}

template <class Stored>
std::optional<Value> read_field(const void* field) {
  const Stored& stored = *static_cast<const Stored*>(field);
  if constexpr (std::is_same_v<Stored, typename Held<Stored>::Type>) {
    return to_value(stored);
  } else {
    return stored ? std::optional<Value>(to_value(*stored)) : std::nullopt;
  }
}

template <class Held>
constexpr std::span<const std::string_view> words_of_kind() {
  if constexpr (std::is_enum_v<Held>) {
    return words_of<Held>.all();
  } else {
    return {};
  }
}

}  // namespace detail

/// The one FieldType of each C++ type, so that equal types have equal addresses.
template <class Stored>
inline constexpr FieldType field_type{
    .kind = detail::kind_of<typename detail::Held<Stored>::Type>(),
    .words = detail::words_of_kind<typename detail::Held<Stored>::Type>(),
    .read = &detail::read_field<Stored>,
    .write =
        [](void* field, const Value& value) {
          *static_cast<Stored*>(field) =
              detail::from_value<typename detail::Held<Stored>::Type>(value);
        },
    .clear = [](void* field) { *static_cast<Stored*>(field) = Stored{}; },
    .equal =
        [](const void* one, const void* other) {
          return *static_cast<const Stored*>(one) == *static_cast<const Stored*>(other);
        }};

/// Where a field lies: members from the outermost struct inwards.
struct Field {
  const FieldType* type = nullptr;
  const void* (*of)(const ScenarioValues& values) = nullptr;
  void* (*in)(ScenarioValues& values) = nullptr;
};

template <auto... members>
inline constexpr Field field{
    .type =
        &field_type<std::remove_cvref_t<decltype((std::declval<ScenarioValues&>().*....*members))>>,
    .of = [](const ScenarioValues& values) -> const void* { return &(values.*....*members); },
    .in = [](ScenarioValues& values) -> void* { return &(values.*....*members); }};

}  // namespace scenarios
