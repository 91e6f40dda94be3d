#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/packs/checked_mapping.hpp"
#include "scenarios/packs/formula.hpp"

namespace scenarios {

/// Things of which entries are alike but for a few words. Each row is a definition, `TABLE.ROW`;
/// its columns are further expressions, as text.
struct Table {
  struct Row {
    std::string name;
    std::map<std::string, std::string> columns;
  };
  std::string name;
  std::vector<Row> rows;
};
using Tables = std::vector<Table>;

/// One entry of `tables`, {name, columns (each with what rows have that do not say), rows: {row,
/// expression, because and columns}}; the definitions of its rows are appended to `definitions`.
Table read_table(const YAML::Node& node, const std::string& pack,
                 std::vector<Definition>& definitions, PackFaults& faults);

const Table* find_table(const Tables& tables, std::string_view name);

}  // namespace scenarios
