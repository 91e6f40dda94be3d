#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/packs/formula.hpp"
#include "scenarios/read/fault.hpp"

namespace scenarios {

/// Why `name` cannot be used as a quantity, or nothing: the judge's quantity_fault.
using QuantityFault = std::function<std::string(std::string_view name)>;

/// Reads one pack (scenarios/formulas/README.md has the format). Throws BadInput with every fault
/// of the file: unknown, repeated and missing keys, expressions that do not parse, unknown words
/// and quantities, each with its line.
Pack read_pack(const std::filesystem::path& file, const QuantityFault& quantity_fault);

/// The same from text; `file` is for messages.
Pack parse_pack(const std::string& text, const std::string& file,
                const QuantityFault& quantity_fault);

}  // namespace scenarios
