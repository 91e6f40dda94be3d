#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "scenarios/import/imported.hpp"
#include "scenarios/read/keys.hpp"

namespace scenarios {

/// A file's key and the scenario key that means the same. Several rows may feed one scenario key:
/// the first one stated counts.
struct ConfigKey {
  std::string_view config_key;
  std::string_view scenario_key;
};

/// Gives the scenario key of a row its value, if the file states it; "auto" states nothing. A value
/// that does not fit is a fault.
void translate(Imported& imported, Settings& settings, const ConfigKey& row);
void translate(Imported& imported, Settings& settings, std::span<const ConfigKey> rows);

/// A key's value, which counts as used; nothing where it is absent, null or "auto". A value of
/// another kind is a fault, and nothing too.
std::optional<std::int64_t> integer_of(Imported& imported, Settings& settings,
                                       std::string_view key);
std::optional<double> real_of(Imported& imported, Settings& settings, std::string_view key);
std::optional<bool> boolean_of(Imported& imported, Settings& settings, std::string_view key);
std::optional<std::string> text_of(Imported& imported, Settings& settings, std::string_view key);

/// An integer with its place, for BatchTerms.
std::optional<Stated> stated(Imported& imported, Settings& settings, std::string_view key);

}  // namespace scenarios
