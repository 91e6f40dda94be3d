#include "scenarios/packs/braces.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "scenarios/read/fault.hpp"

namespace scenarios {

namespace {

/// A text cut at its braces: what stands before, between and after them, and inside.
struct Cut {
  std::vector<std::string_view> between;  // one more than inside
  std::vector<std::string_view> inside;
};

Cut cut_at_braces(std::string_view text) {
  Cut cut;
  while (true) {
    const std::size_t open = text.find_first_of("{}");
    cut.between.push_back(text.substr(0, open));
    if (open == std::string_view::npos) return cut;
    const std::size_t close = text.find_first_of("{}", open + 1);
    if (text[open] == '}' || close == std::string_view::npos || text[close] == '{') {
      throw BadValue("has braces that do not match");
    }
    cut.inside.push_back(text.substr(open + 1, close - open - 1));
    text.remove_prefix(close + 1);
  }
}

std::vector<std::string> parted_by_commas(std::string_view text) {
  std::vector<std::string> words;
  while (true) {
    const std::size_t comma = text.find(',');
    words.emplace_back(text.substr(0, comma));
    if (words.back().empty()) throw BadValue("has braces with an empty alternative");
    if (comma == std::string_view::npos) return words;
    text.remove_prefix(comma + 1);
  }
}

std::string row_text(std::string_view name, const std::map<std::string, const Table::Row*>& rows) {
  const std::size_t dot = name.find('.');
  const auto row = rows.find(std::string(name.substr(0, dot)));
  if (row == rows.end())
    throw BadValue(fmt::format("'{{{}}}' is in neither id nor quantity", name));
  if (dot == std::string_view::npos) return fmt::format("{}.{}", name, row->second->name);
  const auto column = row->second->columns.find(std::string(name.substr(dot + 1)));
  if (column == row->second->columns.end()) {
    throw BadValue(fmt::format("'{{{}}}' is no column of the table", name));
  }
  return fmt::format("({})", column->second);
}

}  // namespace

BracedText::BracedText(std::string_view text, const Tables& tables) {
  const Cut cut = cut_at_braces(text);
  between_.assign(cut.between.begin(), cut.between.end());
  for (const std::string_view inner : cut.inside) add_braces(inner, tables);
}

void BracedText::add_braces(std::string_view inner, const Tables& tables) {
  if (inner.find(',') != std::string_view::npos) {
    alternatives_.push_back(parted_by_commas(inner));
    tables_.push_back(nullptr);
    return;
  }
  const Table* const table = find_table(tables, inner);
  if (table == nullptr) throw BadValue(fmt::format("names no table of this file: '{}'", inner));
  std::vector<std::string> names;
  for (const Table::Row& row : table->rows) names.push_back(row.name);
  alternatives_.push_back(std::move(names));
  tables_.push_back(table);
}

std::string BracedText::with(const Choice& choice) const {
  std::string text = between_.front();
  for (std::size_t i = 0; i < choice.size(); ++i) {
    text += alternatives_[i][choice[i]] + between_[i + 1];
  }
  return text;
}

bool BracedText::is_like(const BracedText& other) const {
  return std::ranges::equal(alternatives_, other.alternatives_, {}, &std::vector<std::string>::size,
                            &std::vector<std::string>::size);
}

std::map<std::string, const Table::Row*> BracedText::rows(const Choice& choice) const {
  std::map<std::string, const Table::Row*> rows;
  for (std::size_t i = 0; i < choice.size(); ++i) {
    if (tables_[i] != nullptr) rows[tables_[i]->name] = &tables_[i]->rows[choice[i]];
  }
  return rows;
}

void BracedText::for_each_choice(const std::function<void(const Choice&)>& visit) const {
  Choice choice(alternatives_.size(), 0);
  while (true) {
    visit(choice);
    std::size_t place = choice.size();
    while (place > 0 && ++choice[place - 1] == alternatives_[place - 1].size()) {
      choice[--place] = 0;
    }
    if (place == 0) return;
  }
}

std::string filled(std::string_view expression,
                   const std::map<std::string, const Table::Row*>& rows) {
  const Cut cut = cut_at_braces(expression);
  std::string text(cut.between.front());
  for (std::size_t i = 0; i < cut.inside.size(); ++i) {
    text += row_text(cut.inside[i], rows);
    text += cut.between[i + 1];
  }
  return text;
}

}  // namespace scenarios
