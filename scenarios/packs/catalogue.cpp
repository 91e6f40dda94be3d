#include "scenarios/packs/catalogue.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/packs/cycles.hpp"
#include "scenarios/packs/functions.hpp"
#include "scenarios/packs/rank_lists.hpp"
#include "scenarios/packs/variables.hpp"
#include "scenarios/packs/words.hpp"

namespace scenarios {

namespace {

bool is_taken(std::string_view name) {
  return is_variable(name) || is_function(name) || words().contains(name);
}

// A muParser name: a letter, then letters, digits, '_' and '.'.
bool is_name(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto inner = [letter](char c) {
    return letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '.';
  };
  return !name.empty() && letter(name.front()) && std::ranges::all_of(name, inner);
}

std::string name_fault(const std::string& name) {
  if (!is_name(name)) return "is no name: a letter, then letters, digits, '_' and '.'";
  if (is_taken(name)) return "is already the name of a variable, word or function";
  return {};
}

}  // namespace

Catalogue::Catalogue(std::vector<Pack> packs) : packs_(std::move(packs)) {
  std::vector<Fault> faults;
  for (const Pack& pack : packs_) add_tensors(pack, faults);
  for (const Pack& pack : packs_) {
    for (const auto& each : pack.definitions) {
      add(each.name, {&each.expression, false, each.fold ? &*each.fold : nullptr}, faults);
    }
    for (const auto& each : pack.formulas) add(each.id, {&each.expression, true}, faults);
    for (const auto& each : pack.remarks) {
      if (each.expression) add(each.id, {&*each.expression, false}, faults);
    }
  }
  for (const auto& cycle :
       cycles(names(), [this](const std::string& name) { return needed_by(name); })) {
    faults.push_back({find(cycle.front())->where().text(), cycle.front(),
                      fmt::format("needs itself: {}", fmt::join(cycle, " -> "))});
  }
  if (faults.empty()) {
    note_rank_names();
    check_scopes(faults);
  }
  if (!faults.empty()) throw BadInput(faults);
}

void Catalogue::add_tensors(const Pack& pack, std::vector<Fault>& faults) {
  if (pack.tensors.empty()) return;
  if (!tensors_.empty()) {
    faults.push_back({pack.file, "tensors", "are listed already, by another pack"});
    return;
  }
  tensors_ = pack.tensors;
  for (const TensorRow& row : tensors_) {
    for (const auto& [mark, expression] : row.marks) marks_.insert(mark);
  }
}

void Catalogue::add(const std::string& name, Entry entry, std::vector<Fault>& faults) {
  const std::string where = entry.expression->where().text();
  std::string fault = name_fault(name);
  for (const ListKind list : {ListKind::units, ListKind::moments}) {
    if (is_entry_name(list, name)) fault = "is already the name of a list entry's number";
  }
  if (!fault.empty()) faults.push_back({where, name, fault});
  const auto [known, added] = entries_.emplace(name, entry);
  if (!added) {
    faults.push_back({where, name,
                      fmt::format("is given twice; the first is at {}",
                                  known->second.expression->where().text())});
  }
}

// A definition over a list of tensors needs what the rows of the tensors need.
std::optional<std::vector<std::string>> Catalogue::needed_by(const std::string& name) const {
  const auto found = entries_.find(name);
  if (found == entries_.end()) return std::nullopt;
  std::vector<std::string> needed = found->second.expression->names();
  if (found->second.fold == nullptr || found->second.fold->over == ListKind::moments) return needed;
  for (const TensorRow& row : tensors_) {
    for_each_expression(row, [&needed](const Expression& expression) {
      needed.insert(needed.end(), expression.names().begin(), expression.names().end());
    });
  }
  return needed;
}

bool Catalogue::is_entry_name(ListKind list, std::string_view name) const {
  if (is_own_number(list, name)) return true;
  if (list == ListKind::moments) return false;
  constexpr std::string_view closing = "closing.";
  if (list != ListKind::tensors && name.starts_with(closing)) name.remove_prefix(closing.size());
  return marks_.contains(name) || is_own_number(ListKind::tensors, name);
}

RankNames Catalogue::rank_names_of(const Expression& expression) const {
  RankNames names;
  for (const std::string& name : expression.names()) {
    if (is_rank_variable(name)) {
      names.insert(name.starts_with(chunk_layers) ? std::string(chunk_layers) : name);
    } else if (const auto known = rank_names_.find(name); known != rank_names_.end()) {
      names.insert(known->second.begin(), known->second.end());
    }
  }
  return names;
}

// A definition over a list of tensors needs what the rows of the tensors need.
RankNames Catalogue::rank_names_of(const Entry& entry) const {
  RankNames names = rank_names_of(*entry.expression);
  if (entry.fold == nullptr) return names;
  for (const std::string_view name : rank_names_of_list(entry.fold->over)) names.emplace(name);
  if (entry.fold->over == ListKind::moments) return names;
  for (const TensorRow& row : tensors_) {
    for_each_expression(row, [&](const Expression& each) { names.merge(rank_names_of(each)); });
  }
  return names;
}

// Each round takes names one step further; without cycles the rounds end.
void Catalogue::note_rank_names() {
  for (bool grows = true; grows;) {
    grows = false;
    for (const auto& [name, entry] : entries_) {
      RankNames& known = rank_names_[name];
      RankNames names = rank_names_of(entry);
      if (names.size() == known.size()) continue;
      known = std::move(names);
      grows = true;
    }
  }
  for (const auto& [name, names] : rank_names_) all_rank_names_.insert(names.begin(), names.end());
  for (const Pack& pack : packs_) {
    for (const Formula& formula : pack.formulas) {
      for_each_expression(
          formula, [&](const Expression& each) { all_rank_names_.merge(rank_names_of(each)); });
    }
  }
}

void Catalogue::check_scopes(std::vector<Fault>& faults) const {
  const auto check = [&](const Expression& expression) {
    for (const auto& name : expression.names()) {
      const auto entry = rank_names_.find(name);
      const bool differs =
          is_rank_variable(name) || (entry != rank_names_.end() && !entry->second.empty());
      if (!differs) continue;
      faults.push_back({expression.where().text(), "",
                        fmt::format("'{}' differs between ranks; it needs the scope rank", name)});
    }
  };
  for (const Pack& pack : packs_) {
    for (const Formula& formula : pack.formulas) {
      if (formula.scope != Scope::rank) for_each_expression(formula, check);
    }
    for (const Remark& remark : pack.remarks) {  // one value a scenario
      if (remark.expression) check(*remark.expression);
      if (remark.assumes) check(*remark.assumes);
    }
  }
}

const Expression* Catalogue::find(std::string_view name) const {
  const auto found = entries_.find(name);
  return found == entries_.end() ? nullptr : found->second.expression;
}

const Fold* Catalogue::fold_of(std::string_view name) const {
  const auto found = entries_.find(name);
  return found == entries_.end() ? nullptr : found->second.fold;
}

bool Catalogue::has_formula(std::string_view id) const {
  const auto found = entries_.find(id);
  return found != entries_.end() && found->second.is_formula;
}

std::vector<std::string> Catalogue::names() const {
  std::vector<std::string> names;
  for (const auto& [name, entry] : entries_) names.push_back(name);
  return names;
}

}  // namespace scenarios
