#include "scenarios/report/json_checks.hpp"

namespace scenarios {

namespace {

void write_measured(JsonWriter& json, const Check& check) {
  json.key("measured");
  if (!check.measured) {
    json.null();
  } else if (check.measured->is_integer()) {
    json.integer(check.measured->sum / check.measured->count);
  } else {
    json.number(check.measured->value());
  }
}

void write_optional(JsonWriter& json, std::string_view name, std::optional<double> value) {
  json.key(name);
  value ? json.number(*value) : json.null();
}

void write_text(JsonWriter& json, std::string_view name, std::string_view value) {
  json.key(name);
  json.text(value);
}

// There are many checks, so what few of them have is left out where it says nothing.
void write_if_any(JsonWriter& json, std::string_view name, std::optional<double> value) {
  if (value) write_optional(json, name, value);
}

void write_if_any(JsonWriter& json, std::string_view name, std::string_view value) {
  if (!value.empty()) write_text(json, name, value);
}

// "s": 128, "recompute": "full"
void write_terms(JsonWriter& json, const std::vector<Term>& terms) {
  if (terms.empty()) return;
  json.key("terms");
  json.begin_object();
  for (const Term& term : terms) {
    json.key(term.name);
    term.word.empty() ? json.number(term.value) : json.text(term.word);
  }
  json.end_object();
}

void write_formula(JsonWriter& json, const Formula& formula) {
  json.begin_object();
  write_text(json, "formula", formula.id);
  write_text(json, "pack", formula.pack);
  write_text(json, "expression", formula.expression.text());
  write_text(json, "source", formula.source);
  if (formula.assumes) write_text(json, "assumes", formula.assumes->text());
  write_text(json, "agreement", formula.agreement.text());
  write_if_any(json, "because", formula.because);
  json.end_object();
}

}  // namespace

void write_check(JsonWriter& json, const Check& check) {
  json.begin_object();
  write_text(json, "formula", check.formula);
  write_text(json, "pack", check.pack);
  write_text(json, "quantity", check.quantity);
  write_text(json, "scope", name_of(check.scope));
  json.key("rank");
  check.rank ? json.integer(*check.rank) : json.null();
  json.key("estimate");
  json.number(check.estimate);
  write_measured(json, check);
  write_optional(json, "difference", check.difference());
  write_optional(json, "ratio", check.ratio());
  write_if_any(json, "bound", check.bound);
  write_text(json, "verdict", name_of(check.verdict));
  write_text(json, "expected", name_of(check.expected));
  write_if_any(json, "expected_ratio", check.expected_ratio);
  json.key("as_expected");
  json.boolean(check.as_expected);
  write_if_any(json, "failed_assumption", check.failed_assumption);
  write_terms(json, check.terms);
  json.end_object();
}

void JsonFormulas::add(const Check& check) {
  if (!check.entry) return;
  const Formula& formula = *check.entry;
  const Key key{formula.pack, formula.id, formula.expression.where().text()};
  if (known_.insert(key).second) formulas_.push_back(check.entry);
}

void JsonFormulas::write(JsonWriter& json) const {
  json.key("formulas");
  json.begin_array();
  for (const auto& formula : formulas_) write_formula(json, *formula);
  json.end_array();
}

}  // namespace scenarios
