#include "scenarios/import/value_form.hpp"

#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "scenarios/read/keys.hpp"

namespace scenarios {

namespace {

constexpr std::array<std::pair<form::Forms, const char*>, 6> names = {{
    {form::boolean, "true or false"},
    {form::integer, "an integer"},
    {form::number, "a number"},
    {form::word, "a word"},
    {form::list, "a list"},
    {form::mapping, "a mapping"},
}};

bool is_integral(const nlohmann::json& value) {
  return value.is_number_integer() ||
         (value.is_number_float() && std::floor(value.get<double>()) == value.get<double>());
}

}  // namespace

bool has_form(const KeyRow& row, const nlohmann::json& value) {
  const auto allows = [&row](form::Forms forms) { return (row.forms & forms) != 0; };
  if (value.is_boolean()) return allows(form::boolean);
  if (value.is_number()) {
    return allows(form::number) || (allows(form::integer) && is_integral(value));
  }
  if (value.is_array()) return allows(form::list);
  if (value.is_object()) return allows(form::mapping);
  if (!value.is_string()) return true;  // null: nothing is stated
  const auto& word = value.get_ref<const std::string&>();
  return allows(form::word) && (row.words.empty() || contains_word(row.words, word));
}

std::string form_text(const KeyRow& row) {
  std::string text;
  for (const auto& [one, name] : names) {
    if ((row.forms & one) == 0) continue;
    text += fmt::format("{}{}", text.empty() ? "" : " or ", name);
    if (one == form::word && !row.words.empty()) text += fmt::format(" of: {}", row.words);
    if (one == form::mapping && !row.example.empty()) text += fmt::format(" as {}", row.example);
  }
  if (!row.automatic.empty()) text += " or \"auto\"";
  return text;
}

}  // namespace scenarios
