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

std::string formula_text(const Formula& formula) {
  std::string text = fmt::format("\n  {}\n", formula.id);
  text += line("expression", formula.expression.text());
  text += line("quantity", fmt::format("{} ({})", formula.quantity, name_of(formula.scope)));
  text += line("source", formula.source);
  if (formula.assumes) text += line("assumes", formula.assumes->text());
  text += line("agreement", formula.agreement.text());
  for (const ExpectedVerdict& expected : formula.expect) {
    text += line("expected", expectation_text(expected));
  }
  return text + line("because", formula.because);
}

std::string definition_text(const Definition& definition) {
  return fmt::format("\n  {}\n", definition.name) + line("is", definition.expression.text()) +
         line("because", definition.because);
}

}  // namespace

std::string pack_listing(const Pack& pack) {
  std::string text = fmt::format("{}\n  {}\n", pack.name, pack.source);
  for (const Formula& formula : pack.formulas) text += formula_text(formula);
  if (!pack.definitions.empty()) text += "\n  with the definitions\n";
  for (const Definition& definition : pack.definitions) text += definition_text(definition);
  return text;
}

}  // namespace scenarios
