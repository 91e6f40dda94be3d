#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "scenarios/packs/checked_mapping.hpp"
#include "scenarios/packs/formula.hpp"

namespace scenarios {

/// The expression of a key, if it is there and parses; what does not parse is a fault.
std::optional<Expression> read_expression(const CheckedMapping& mapping, const std::string& key,
                                          PackFaults& faults);
/// The same; a missing key is a fault.
std::optional<Expression> required_expression(const CheckedMapping& mapping, const std::string& key,
                                              PackFaults& faults);

/// One entry of `tensors`, `definitions` or `remarks` of the pack `pack`; nothing where it is so
/// faulty that it cannot be built. All faults are reported.
std::optional<TensorRow> read_tensor_row(const YAML::Node& node, PackFaults& faults);
std::optional<Definition> read_definition(const YAML::Node& node, const std::string& pack,
                                          PackFaults& faults);
std::optional<Remark> read_remark(const YAML::Node& node, const std::string& pack,
                                  PackFaults& faults);

/// The one of `values` that a key names; reports a word that is none of them.
template <class Value, std::size_t count>
std::optional<Value> read_word(const CheckedMapping& mapping, const std::string& key,
                               const std::array<Value, count>& values, PackFaults& faults) {
  const std::string word = mapping.required_text(key);
  std::string allowed;
  for (const Value value : values) {
    if (name_of(value) == word) return value;
    allowed += (allowed.empty() ? "" : ", ") + std::string(name_of(value));
  }
  if (!word.empty()) {
    faults.add(mapping.where(key), key, "'" + word + "' is not one of: " + allowed);
  }
  return std::nullopt;
}

}  // namespace scenarios
