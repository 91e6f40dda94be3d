#include "scenarios/packs/read_parts.hpp"

#include <fmt/format.h>

namespace scenarios {

namespace {

constexpr std::array<std::string_view, 7> row_keys = {"name", "module", "of",   "elements",
                                                      "when", "alone",  "marks"};
constexpr std::array<std::string_view, 7> definition_keys = {"name", "expression", "over",   "sum",
                                                             "max",  "first",      "because"};
constexpr std::array<std::string_view, 8> remark_keys = {
    "id", "kind", "source", "expression", "unit", "assumes", "statement", "shown_by"};

// `marks` is a mapping of names to expressions.
void read_marks(const CheckedMapping& mapping, TensorRow& row, PackFaults& faults) {
  const auto marks = mapping.find("marks");
  if (!marks) return;
  if (!marks->IsMap()) {
    faults.add(mapping.where("marks"), "marks", "needs a mapping of names to expressions");
    return;
  }
  for (const auto& mark : *marks) {
    faults.collect([&] {
      row.marks.emplace(mark.first.Scalar(),
                        Expression(mark.second.Scalar(), faults.origin(mark.second)));
    });
  }
}

// The fold whose key the definition has: `sum`, `max` or `first`.
std::optional<FoldKind> fold_kind(const CheckedMapping& mapping) {
  for (const FoldKind kind : {FoldKind::sum, FoldKind::max, FoldKind::first}) {
    if (mapping.find(std::string(name_of(kind)))) return kind;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Expression> read_expression(const CheckedMapping& mapping, const std::string& key,
                                          PackFaults& faults) {
  std::optional<Expression> expression;
  const auto text = mapping.text(key);
  if (text) faults.collect([&] { expression.emplace(*text, mapping.where(key)); });
  return expression;
}

std::optional<Expression> required_expression(const CheckedMapping& mapping, const std::string& key,
                                              PackFaults& faults) {
  if (!mapping.find(key)) faults.add(mapping.where(), key, "is missing");
  return read_expression(mapping, key, faults);
}

std::optional<TensorRow> read_tensor_row(const YAML::Node& node, PackFaults& faults) {
  const CheckedMapping mapping(node, row_keys, faults);
  const std::string name = mapping.required_text("name");
  const std::string module = mapping.required_text("module");
  constexpr std::array places = {Place::first, Place::layer, Place::last};
  const auto place = read_word(mapping, "of", places, faults);
  const auto elements = required_expression(mapping, "elements", faults);
  const auto when = read_expression(mapping, "when", faults);
  const auto alone = read_expression(mapping, "alone", faults);
  if (!place || !elements) return std::nullopt;
  TensorRow row{name, module, *place, *elements, when, alone, {}};
  read_marks(mapping, row, faults);
  return row;
}

std::optional<Definition> read_definition(const YAML::Node& node, const std::string& pack,
                                          PackFaults& faults) {
  const CheckedMapping mapping(node, definition_keys, faults);
  const std::string name = mapping.required_text("name");
  const std::string because = mapping.text("because").value_or("");
  if (!mapping.find("over")) {
    const auto expression = required_expression(mapping, "expression", faults);
    if (!expression) return std::nullopt;
    return Definition{name, pack, *expression, because};
  }
  constexpr std::array lists = {ListKind::tensors, ListKind::modules, ListKind::units,
                                ListKind::moments};
  const auto over = read_word(mapping, "over", lists, faults);
  const auto kind = fold_kind(mapping);
  if (!kind) faults.add(mapping.where(), "over", "needs one of: sum, max, first");
  if (!over || !kind) return std::nullopt;
  const auto each = required_expression(mapping, std::string(name_of(*kind)), faults);
  if (!each) return std::nullopt;
  return Definition{name, pack, *each, because, Fold{*over, *kind}};
}

std::optional<Remark> read_remark(const YAML::Node& node, const std::string& pack,
                                  PackFaults& faults) {
  const CheckedMapping mapping(node, remark_keys, faults);
  constexpr std::array kinds = {RemarkKind::identity, RemarkKind::rule_of_thumb,
                                RemarkKind::statement};
  const std::string id = mapping.required_text("id");
  const auto kind = read_word(mapping, "kind", kinds, faults);
  const std::string source = mapping.required_text("source");
  if (!kind) return std::nullopt;
  if (*kind == RemarkKind::statement) {
    return Remark{id,
                  pack,
                  *kind,
                  source,
                  std::nullopt,
                  "",
                  std::nullopt,
                  mapping.required_text("statement"),
                  mapping.required_text("shown_by")};
  }
  const auto expression = required_expression(mapping, "expression", faults);
  const std::string unit = mapping.required_text("unit");
  const auto assumes = read_expression(mapping, "assumes", faults);
  return Remark{id,         pack, *kind,   source,
                expression, unit, assumes, mapping.text("statement").value_or(""),
                ""};
}

}  // namespace scenarios
