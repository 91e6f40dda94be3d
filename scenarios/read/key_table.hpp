#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "scenarios/read/key_rows/layout.hpp"
#include "scenarios/read/key_rows/model.hpp"
#include "scenarios/read/key_rows/run.hpp"
#include "scenarios/read/keys.hpp"

namespace scenarios {

namespace detail {

consteval auto join_rows() {
  std::array<Key, key_rows::model.size() + key_rows::layout.size() + key_rows::run.size()> rows{};
  auto* end = std::ranges::copy(key_rows::model, rows.begin()).out;
  end = std::ranges::copy(key_rows::layout, end).out;
  std::ranges::copy(key_rows::run, end);
  return rows;
}

consteval std::size_t place_in(std::span<const Key> rows, std::string_view path) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].path == path) return i;
  }
  throw "no key has this path";
}

}  // namespace detail

/// What scenario files may say: every key, in the order in which the contract lists them.
inline constexpr auto key_table = detail::join_rows();

/// A key by its place in the table. Of a literal path, which the compiler looks up; or of a text,
/// which throws sim::Error where no key has that path.
class KeyId {
 public:
  template <std::size_t length>
  consteval KeyId(const char (&path)[length])  // NOLINT: an array is how a literal is told
      : place_(static_cast<std::uint8_t>(detail::place_in(key_table, path))) {}
  template <class Text>
  requires std::convertible_to<const Text&, std::string_view> &&
      (!std::is_array_v<Text>)KeyId(const Text& path)
      : KeyId(at(path)) {}  // NOLINT: as the literal
  static constexpr KeyId of_place(std::size_t place) {
    KeyId id;
    id.place_ = static_cast<std::uint8_t>(place);
    return id;
  }

  [[nodiscard]] constexpr std::size_t place() const { return place_; }
  [[nodiscard]] constexpr const Key& key() const { return key_table[place_]; }
  [[nodiscard]] constexpr std::string_view path() const { return key().path; }
  auto operator<=>(const KeyId&) const = default;  // NOLINT(modernize-use-nullptr)

 private:
  constexpr KeyId() = default;
  static KeyId at(std::string_view path);

  std::uint8_t place_ = 0;
};

/// A key whose value is a `Held`. Of a literal path of another type, it does not compile; of others
/// it throws sim::Error.
template <class Held>
class KeyOf : public KeyId {
 public:
  template <std::size_t length>
  consteval KeyOf(const char (&path)[length]) : KeyId(path) {  // NOLINT: as KeyId
    if (!holds(key())) throw "the key holds another type";
  }
  constexpr KeyOf(KeyId id) : KeyId(id) {  // NOLINT: as KeyId
    ENSURE(holds(key()), key().path);
  }
  template <class Text>
  requires std::convertible_to<const Text&, std::string_view> &&
      (!std::is_array_v<Text>)KeyOf(const Text& path)
      : KeyOf(KeyId(path)) {}  // NOLINT: as KeyId

  /// The value in `values`; nothing where the field is an empty optional.
  [[nodiscard]] std::optional<Held> in(const ScenarioValues& values) const {
    const void* found = key().field.of(values);
    if (key().field.type == &field_type<Held>) return *static_cast<const Held*>(found);
    return *static_cast<const std::optional<Held>*>(found);
  }

 private:
  static constexpr bool holds(const Key& key) {
    return key.field.type == &field_type<Held> ||
           key.field.type == &field_type<std::optional<Held>>;
  }
};

/// The value of a key; nothing where it is absent.
std::optional<Value> value_at(const ScenarioValues& values, KeyId key);

/// Gives a key's field a value, which must be of its kind and one of its words.
void set_value(ScenarioValues& values, KeyId key, const Value& value);

/// The keys in the order of the alphabet, as JSON lists them.
std::span<const KeyId> keys_by_name();

}  // namespace scenarios
