#include "scenarios/judge/rank_classes.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

#include "scenarios/packs/variables.hpp"

namespace scenarios {

namespace {

constexpr std::array<const char*, 4> stage_names = {"pp_rank", "is_first", "is_last", "L_rank"};
// Stands for the layers of each chunk, L_chunk.0 and so on.
constexpr const char* chunk_layers = "L_chunk.";

// What the entries of a list differ by from rank to rank (rank_lists.hpp), besides what the rows of
// tensors ask for themselves.
void add_names_of_list(ListKind list, std::set<std::string>& names) {
  names.insert({"is_first", "is_last", chunk_layers});
  if (list == ListKind::moments) names.insert("pp_rank");
}

std::set<std::string> names_in(const Catalogue& catalogue) {
  std::set<std::string> names;
  const auto add = [&names](const Expression& expression) {
    names.insert(expression.names().begin(), expression.names().end());
  };
  for (const Pack& pack : catalogue.packs()) {
    for (const TensorRow& row : pack.tensors) for_each_expression(row, add);
    for (const Definition& definition : pack.definitions) {
      add(definition.expression);
      if (definition.fold) add_names_of_list(definition.fold->over, names);
    }
    for (const Formula& formula : pack.formulas) for_each_expression(formula, add);
  }
  return names;
}

struct Sizes {
  std::int64_t tensor = 1;
  std::int64_t data = 1;
  std::int64_t stages = 1;
};

Sizes sizes_of(const Scenario& scenario) {
  const Variables of = scenario_variables(scenario.values);
  return {.tensor = static_cast<std::int64_t>(of.at("t")),
          .data = static_cast<std::int64_t>(of.at("d")),
          .stages = static_cast<std::int64_t>(of.at("p"))};
}

// Stages that look alike: the first of each class, and how many there are.
std::vector<RankClass> stage_classes(const std::set<std::string>& names, const Scenario& scenario,
                                     const Sizes& sizes) {
  std::vector<std::string> asked;
  for (const std::string name : stage_names) {
    if (names.contains(name)) asked.push_back(name);
  }
  if (asked.empty()) return {{.first = 0, .count = sizes.stages}};
  std::map<std::vector<double>, RankClass> classes;
  for (std::int64_t stage = 0; stage < sizes.stages; ++stage) {
    const Variables of = rank_variables(scenario.values, stage * sizes.tensor * sizes.data);
    std::vector<double> look;
    look.reserve(asked.size());
    for (const std::string& name : asked) look.push_back(of.at(name));
    for (const auto& [name, value] : of) {
      if (names.contains(chunk_layers) && name.starts_with(chunk_layers)) look.push_back(value);
    }
    ++classes.try_emplace(look, RankClass{.first = stage, .count = 0}).first->second.count;
  }
  std::vector<RankClass> all;
  all.reserve(classes.size());
  for (const auto& [look, each] : classes) all.push_back(each);
  return all;
}

}  // namespace

std::vector<RankClass> rank_classes(const Catalogue& catalogue, const Scenario& scenario) {
  const Sizes sizes = sizes_of(scenario);
  const std::set<std::string> names = names_in(catalogue);
  const std::int64_t tensor = names.contains("tp_rank") ? sizes.tensor : 1;
  const std::int64_t data = names.contains("dp_rank") ? sizes.data : 1;
  const std::int64_t alike = sizes.tensor / tensor * (sizes.data / data);
  std::vector<RankClass> classes;
  for (const RankClass& stage : stage_classes(names, scenario, sizes)) {
    for (std::int64_t dp = 0; dp < data; ++dp) {
      for (std::int64_t tp = 0; tp < tensor; ++tp) {
        classes.push_back({.first = tp + sizes.tensor * (dp + sizes.data * stage.first),
                           .count = alike * stage.count});
      }
    }
  }
  std::ranges::sort(classes, {}, &RankClass::first);
  return classes;
}

}  // namespace scenarios
