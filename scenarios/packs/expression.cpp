#include "scenarios/packs/expression.hpp"

#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <muParser.h>

#include "scenarios/packs/functions.hpp"

namespace scenarios {

namespace {

constexpr const char* name_characters =
    "0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.";

// '=' that is no part of a comparison.
bool has_assignment(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '=') continue;
    const bool doubled = i + 1 < text.size() && text[i + 1] == '=';
    const bool compares = i > 0 && std::string_view("<>!").find(text[i - 1]) != text.npos;
    if (!doubled && !compares) return true;
    if (doubled) ++i;
  }
  return false;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

// Where `separator` stands outside all brackets first, or npos.
std::size_t find_outside_brackets(std::string_view text, std::string_view separator) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (depth == 0 && text.substr(i).starts_with(separator)) return i;
  }
  return std::string_view::npos;
}

// Whether the first bracket closes at the end.
bool is_bracketed(std::string_view text) {
  return text.starts_with('(') && find_outside_brackets(text, ")") == text.size() - 1;
}

// `||` and `? :` bind less than `&&`, so what has them outside brackets is one clause.
void add_clauses(std::string_view text, std::vector<std::string>& clauses) {
  text = trimmed(text);
  while (is_bracketed(text)) text = trimmed(text.substr(1, text.size() - 2));
  constexpr auto nowhere = std::string_view::npos;
  const bool is_one =
      find_outside_brackets(text, "||") != nowhere || find_outside_brackets(text, "?") != nowhere;
  const std::size_t joined = find_outside_brackets(text, "&&");
  if (is_one || joined == nowhere) {
    clauses.emplace_back(text);
    return;
  }
  add_clauses(text.substr(0, joined), clauses);
  add_clauses(text.substr(joined + 2), clauses);
}

[[noreturn]] void refuse(const Origin& where, const std::string& text, const std::string& why) {
  throw BadInput(where.text(), "", fmt::format("expression '{}': {}", text, why));
}

double* new_slot(const char* name, void* slots) {
  return &(*static_cast<std::map<std::string, double>*>(slots))[name];
}

}  // namespace

// muParser reads variables through pointers: `slots` holds what they point to and does not move.
struct Expression::Compiled {
  std::string text;
  Origin where;
  mu::Parser parser;
  std::map<std::string, double> slots;
  std::vector<std::string> names;
  std::vector<Expression> clauses;  // made when they are first asked for

  Compiled(std::string expression, Origin origin)
      : text(std::move(expression)), where(std::move(origin)) {
    if (has_assignment(text)) refuse(where, text, "'=' assigns; compare with '=='");
    if (find_outside_brackets(text, ",") != text.npos)
      refuse(where, text, "a ',' outside a function's arguments");
    parser.DefineNameChars(name_characters);
    define_functions(parser);
    // The optimizer folds constants across operations: 2*x/3 would become (2/3)*x.
    parser.EnableOptimizer(false);
    parser.SetVarFactory(new_slot, &slots);
    parse();
    for (const auto& [name, slot] : slots) names.push_back(name);
  }

  // The first evaluation parses; what it gives, with all names 0, is of no interest.
  void parse() {
    try {
      parser.SetExpr(text);
      int results = 0;
      parser.Eval(results);
    } catch (const mu::Parser::exception_type& error) {
      refuse(where, text, error.GetMsg());
    }
  }
};

Expression::Expression(std::string text, Origin where)
    : compiled_(std::make_shared<Compiled>(std::move(text), std::move(where))) {}

const std::string& Expression::text() const {
  return compiled_->text;
}

const Origin& Expression::where() const {
  return compiled_->where;
}

const std::vector<std::string>& Expression::names() const {
  return compiled_->names;
}

const std::vector<Expression>& Expression::clauses() const {
  if (!compiled_->clauses.empty()) return compiled_->clauses;
  std::vector<std::string> texts;
  add_clauses(text(), texts);
  for (const std::string& clause : texts) compiled_->clauses.emplace_back(clause, where());
  return compiled_->clauses;
}

double Expression::value(const Lookup& lookup) const {
  for (auto& [name, slot] : compiled_->slots) {
    try {
      slot = lookup(name);
    } catch (const BadValue& fault) {
      refuse(where(), text(), fault.what());
    }
  }
  const double result = compiled_->parser.Eval();
  if (!std::isfinite(result)) refuse(where(), text(), fmt::format("gives {}", result));
  return result;
}

}  // namespace scenarios
