#include <fmt/format.h>

#include "scenarios/report/terminal.hpp"

namespace scenarios {

namespace {

std::string line(std::string_view name, std::string_view text) {
  return text.empty() ? "" : fmt::format("    {:<11} {}\n", name, text);
}

std::string expectation_text(const ExpectedVerdict& expected) {
  std::string text(name_of(expected.verdict));
  if (expected.ratio) text += " by " + expected.ratio->text();
  if (expected.when) text += " when " + expected.when->text();
  return text;
}

std::string verdicts_text(const std::map<std::string, int>& counts) {
  std::string text;
  for (const auto& [verdict, count] : counts) {
    text += fmt::format("{}{} x{}", text.empty() ? "" : ", ", verdict, count);
  }
  return text.empty() ? "never judged" : text;
}

std::string formula_text(const Formula& formula, const VerdictCounts& verdicts) {
  std::string text = fmt::format("\n  {}\n", formula.id);
  text += line("expression", formula.expression.text());
  text += line("quantity", fmt::format("{} ({})", formula.quantity, name_of(formula.scope)));
  text += line("source", formula.source);
  if (formula.assumes) text += line("assumes", formula.assumes->text());
  text += line("agreement", formula.agreement.text());
  for (const ExpectedVerdict& expected : formula.expect) {
    text += line("expected", expectation_text(expected));
  }
  const auto counts = verdicts.find(formula.id);
  if (counts != verdicts.end()) text += line("verdicts", verdicts_text(counts->second));
  return text + line("because", formula.because);
}

std::string definition_text(const Definition& definition) {
  const std::string how = definition.fold
                              ? fmt::format("{} over {}: ", name_of(definition.fold->kind),
                                            name_of(definition.fold->over))
                              : "";
  return fmt::format("\n  {}\n", definition.name) + line("is", how + definition.expression.text()) +
         line("because", definition.because);
}

std::string tensor_text(const TensorRow& row) {
  std::string text = fmt::format("\n  {} ({})\n", row.name, name_of(row.place));
  text += line("elements", row.elements.text());
  if (row.when) text += line("when", row.when->text());
  if (row.alone) text += line("alone", row.alone->text());
  for (const auto& [mark, expression] : row.marks) text += line(mark, expression.text());
  return text;
}

std::string remark_text(const Remark& remark) {
  std::string text = fmt::format("\n  {}\n", remark.id);
  text += line("kind", name_of(remark.kind));
  if (remark.expression) {
    text += line("expression", fmt::format("{} ({})", remark.expression->text(), remark.unit));
  }
  text += line("says", remark.statement);
  text += line("source", remark.source);
  if (remark.assumes) text += line("assumes", remark.assumes->text());
  return text + line("shown by", remark.shown_by);
}

// The first words of a source: who, or which program at which revision.
std::string in_short(const std::string& source) {
  return source.substr(0, source.find_first_of(",;"));
}

}  // namespace

std::string pack_listing(const Pack& pack, const VerdictCounts& verdicts) {
  std::string text = fmt::format("{}\n  {}\n", pack.name, pack.source);
  for (const Formula& formula : pack.formulas) text += formula_text(formula, verdicts);
  for (const Remark& remark : pack.remarks) text += remark_text(remark);
  if (!pack.tensors.empty())
    text += "\n  with the tensors of a rank, in the order of the forward\n";
  for (const TensorRow& row : pack.tensors) text += tensor_text(row);
  if (!pack.definitions.empty()) text += "\n  with the definitions\n";
  for (const Definition& definition : pack.definitions) text += definition_text(definition);
  return text;
}

std::string formula_listing(const Formula& formula, const VerdictCounts& verdicts) {
  return formula.pack + "\n" + formula_text(formula, verdicts);
}

std::string pack_table(std::span<const Pack> packs, const TerminalStyle& style) {
  using Align = TextTable::Align;
  TextTable table({{"pack"},
                   {"formulas", Align::right},
                   {"remarks", Align::right, TextTable::Fit::spare},
                   {"source", Align::left, TextTable::Fit::wraps}});
  for (const Pack& pack : packs) {
    table.add({pack.name,
               std::to_string(pack.formulas.size()),
               std::to_string(pack.remarks.size()),
               {in_short(pack.source), Shade::faint}});
  }
  return table.text(style);
}

}  // namespace scenarios
