#include "scenarios/packs/read_formulas.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/packs/read_expectations.hpp"
#include "scenarios/packs/read_parts.hpp"

namespace scenarios {

namespace {

constexpr std::array<std::string_view, 4> each_keys = {"scope", "source", "assumes", "agreement"};
constexpr std::array<std::string_view, 10> formula_keys = {
    "id",      "quantity",  "scope",   "expression", "source",
    "assumes", "agreement", "because", "expect",     "rest"};

Scope read_scope(const CheckedMapping& mapping, PackFaults& faults) {
  constexpr std::array scopes = {Scope::rank, Scope::mean, Scope::max, Scope::sum};
  if (!mapping.find("scope")) return Scope::rank;
  return read_word(mapping, "scope", scopes, faults).value_or(Scope::rank);
}

Agreement read_agreement(const CheckedMapping& mapping) {
  const std::string text = mapping.text("agreement").value_or("exact");
  const Origin where = mapping.where("agreement");
  if (text.starts_with("within ")) {
    return {AgreementKind::within, Expression(text.substr(7), where)};
  }
  for (const AgreementKind kind :
       {AgreementKind::exact, AgreementKind::upper_bound, AgreementKind::lower_bound}) {
    if (name_of(kind) == text) return {kind, std::nullopt};
  }
  throw BadInput(
      where.text(), "agreement",
      fmt::format("'{}' is not one of: exact, within E, upper_bound, lower_bound", text));
}

// A claim that is not plain equality owes its reason.
void require_reason(const CheckedMapping& entry, const Agreement& agreement,
                    const std::vector<ExpectedVerdict>& expect, PackFaults& faults) {
  bool owes = agreement.kind != AgreementKind::exact;
  for (const auto& expected : expect) owes = owes || expected.verdict == Verdict::off;
  if (owes && !entry.find("because")) {
    faults.add(entry.where(), "because", "is missing: a bound and an \"off\" need their reason");
  }
}

bool is_rest(const CheckedMapping& entry, PackFaults& faults) {
  const auto text = entry.text("rest");
  if (text && *text != "true") faults.add(entry.where("rest"), "rest", "is true or left out");
  return text.has_value();
}

// The expression of one alternative where `expression` is a mapping: its keys are the alternatives
// of one pair of the quantity's braces.
std::optional<YAML::Node> node_of_choice(const YAML::Node& node, const BracedText& quantity,
                                         const BracedText::Choice& choice) {
  std::set<std::string> keys;
  for (const auto& entry : node) keys.insert(entry.first.Scalar());
  for (std::size_t i = 0; i < choice.size(); ++i) {
    const auto& words = quantity.alternatives()[i];
    if (keys.size() != node.size() || keys != std::set(words.begin(), words.end())) continue;
    return node[words[choice[i]]];
  }
  return std::nullopt;
}

}  // namespace

FormulaReader::FormulaReader(std::string pack, std::string source, const Tables& tables,
                             const QuantityFault& quantity_fault, PackFaults& faults)
    : pack_(std::move(pack)),
      source_(std::move(source)),
      tables_(tables),
      quantity_fault_(quantity_fault),
      faults_(faults) {}

void FormulaReader::read_each(const YAML::Node& node) {
  each_.emplace(node, each_keys, faults_);
}

void FormulaReader::read(const YAML::Node& node, std::vector<Formula>& formulas) {
  const CheckedMapping entry(node, formula_keys, faults_);
  const auto names = braces(entry);
  if (!entry.find("expression")) faults_.add(entry.where(), "expression", "is missing");
  const bool rest = is_rest(entry, faults_);
  const Claims shared = claims(entry);
  if (!names) return;
  names->quantity.for_each_choice([&](const BracedText::Choice& choice) {
    const std::string quantity = names->quantity.with(choice);
    if (rest && std::ranges::find(formulas, quantity, &Formula::quantity) != formulas.end()) return;
    if (const std::string fault = quantity_fault_(quantity); !fault.empty()) {
      faults_.add(entry.where("quantity"), "quantity", fault);
    }
    const auto expression = expression_of(entry, names->quantity, choice);
    if (!expression) return;
    formulas.push_back({names->id.with(choice), pack_, quantity, shared.scope, *expression,
                        shared.source, shared.assumes, shared.agreement, shared.because,
                        shared.expect});
  });
}

std::optional<FormulaReader::Braces> FormulaReader::braces(const CheckedMapping& entry) const {
  const auto read = [&](const std::string& key) -> std::optional<BracedText> {
    const std::string text = entry.required_text(key);
    if (text.empty()) return std::nullopt;
    try {
      return BracedText(text, tables_);
    } catch (const BadValue& bad) {
      faults_.add(entry.where(key), key, bad.what());
      return std::nullopt;
    }
  };
  const auto id = read("id");
  const auto quantity = read("quantity");
  if (!id || !quantity) return std::nullopt;
  if (id->is_like(*quantity)) return Braces{*id, *quantity};
  faults_.add(entry.where("id"), "id",
              "needs as many braces with as many alternatives as the quantity has");
  return std::nullopt;
}

FormulaReader::Claims FormulaReader::claims(const CheckedMapping& entry) const {
  Claims shared{.scope = read_scope(holder(entry, "scope"), faults_),
                .source = holder(entry, "source").text("source").value_or(source_),
                .assumes = read_expression(holder(entry, "assumes"), "assumes", faults_),
                .agreement = {},
                .because = entry.text("because").value_or(""),
                .expect = read_expectations(entry, faults_)};
  faults_.collect([&] { shared.agreement = read_agreement(holder(entry, "agreement")); });
  require_reason(entry, shared.agreement, shared.expect, faults_);
  return shared;
}

const CheckedMapping& FormulaReader::holder(const CheckedMapping& entry, const char* key) const {
  return !entry.find(key) && each_ && each_->find(key) ? *each_ : entry;
}

std::optional<Expression> FormulaReader::expression_of(const CheckedMapping& entry,
                                                       const BracedText& quantity,
                                                       const BracedText::Choice& choice) const {
  const auto given = entry.find("expression");
  if (!given) return std::nullopt;
  const auto node = given->IsMap() ? node_of_choice(*given, quantity, choice) : given;
  if (!node || !node->IsScalar() || node->Scalar().empty()) {
    faults_.add(entry.where("expression"), "expression",
                "needs a text, or one for each alternative of a pair of the quantity's braces");
    return std::nullopt;
  }
  std::optional<Expression> expression;
  faults_.collect([&] {
    const Origin where = faults_.origin(*node);
    try {
      expression.emplace(filled(node->Scalar(), quantity.rows(choice)), where);
    } catch (const BadValue& bad) {
      throw BadInput(where.text(), "expression", bad.what());
    }
  });
  return expression;
}

}  // namespace scenarios
