#include "scenarios/packs/tables.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "scenarios/packs/read_parts.hpp"

namespace scenarios {

namespace {

constexpr std::array<std::string_view, 3> table_keys = {"name", "columns", "rows"};
constexpr std::array<std::string_view, 3> row_keys = {"row", "expression", "because"};

using Columns = std::map<std::string, std::string>;

// The columns that rows may have, with what they are where a row does not say.
Columns read_columns(const CheckedMapping& table, PackFaults& faults) {
  const auto node = table.find("columns");
  if (!node) return {};
  if (!node->IsMap()) {
    faults.add(table.where("columns"), "columns", "needs a mapping of names to expressions");
    return {};
  }
  Columns columns;
  for (const auto& column : *node) {
    faults.collect([&] { Expression(column.second.Scalar(), faults.origin(column.second)); });
    columns.emplace(column.first.Scalar(), column.second.Scalar());
  }
  return columns;
}

Table::Row read_row(const YAML::Node& node, const Table& table, const Columns& columns,
                    const std::string& pack, std::vector<Definition>& definitions,
                    PackFaults& faults) {
  std::vector<std::string_view> known(row_keys.begin(), row_keys.end());
  for (const auto& [column, fallback] : columns) known.push_back(column);
  const CheckedMapping mapping(node, known, faults);
  Table::Row row{mapping.required_text("row"), columns};
  for (auto& [column, text] : row.columns) {
    if (const auto own = read_expression(mapping, column, faults)) text = own->text();
  }
  const auto expression = required_expression(mapping, "expression", faults);
  if (expression) {
    definitions.push_back({.name = fmt::format("{}.{}", table.name, row.name),
                           .pack = pack,
                           .expression = *expression,
                           .because = mapping.text("because").value_or("")});
  }
  return row;
}

}  // namespace

Table read_table(const YAML::Node& node, const std::string& pack,
                 std::vector<Definition>& definitions, PackFaults& faults) {
  const CheckedMapping mapping(node, table_keys, faults);
  Table table{.name = mapping.required_text("name"), .rows = {}};
  const Columns columns = read_columns(mapping, faults);
  const auto rows = mapping.find("rows");
  if (!rows || !rows->IsSequence() || rows->size() == 0) {
    faults.add(mapping.where("rows"), "rows", "needs a list of rows");
    return table;
  }
  for (const YAML::Node& row : *rows) {
    table.rows.push_back(read_row(row, table, columns, pack, definitions, faults));
  }
  return table;
}

const Table* find_table(const Tables& tables, std::string_view name) {
  const auto found = std::ranges::find(tables, name, &Table::name);
  return found == tables.end() ? nullptr : &*found;
}

}  // namespace scenarios
