#include "scenarios/judge/rank_classes.hpp"

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

void add_names(std::set<std::string>& names, const Expression& expression) {
  names.insert(expression.names().begin(), expression.names().end());
}

std::set<std::string> names_in(const Catalogue& catalogue) {
  std::set<std::string> names;
  const auto add = [&names](const Expression& expression) { add_names(names, expression); };
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

// What tells the ranks of a mesh apart.
struct Looks {
  std::int64_t tensor_size = 1;
  std::int64_t data_size = 1;
  bool by_tensor_rank = false;
  bool by_data_rank = false;
  std::vector<std::int64_t> stages;  // of each stage the first one that looks like it

  // Rank = tp + t*(dp + d*pp).
  [[nodiscard]] std::int64_t first_alike(std::int64_t rank) const {
    const std::int64_t tensor = by_tensor_rank ? rank % tensor_size : 0;
    const std::int64_t data = by_data_rank ? rank / tensor_size % data_size : 0;
    const std::int64_t stage = stages.at(static_cast<std::size_t>(rank / tensor_size / data_size));
    return tensor + tensor_size * (data + data_size * stage);
  }
};

// The numbers by which stages may differ.
std::vector<double> look_of(const std::set<std::string>& names, const Variables& of_rank) {
  std::vector<double> look;
  for (const std::string name : stage_names) {
    if (names.contains(name)) look.push_back(of_rank.at(name));
  }
  if (!names.contains(chunk_layers)) return look;
  for (const auto& [name, value] : of_rank) {
    if (name.starts_with(chunk_layers)) look.push_back(value);
  }
  return look;
}

Looks looks_of(const std::set<std::string>& names, const Scenario& scenario) {
  const Variables of = scenario_variables(scenario.values);
  Looks looks{.tensor_size = static_cast<std::int64_t>(of.at("t")),
              .data_size = static_cast<std::int64_t>(of.at("d")),
              .by_tensor_rank = names.contains("tp_rank"),
              .by_data_rank = names.contains("dp_rank"),
              .stages = {}};
  const std::int64_t in_stage = looks.tensor_size * looks.data_size;
  std::map<std::vector<double>, std::int64_t> first;
  const auto stages = static_cast<std::int64_t>(of.at("p"));
  for (std::int64_t stage = 0; stage < stages; ++stage) {
    const auto look = look_of(names, rank_variables(scenario.values, stage * in_stage));
    looks.stages.push_back(first.try_emplace(look, stage).first->second);
  }
  return looks;
}

}  // namespace

std::vector<RankClass> rank_classes(const Catalogue& catalogue, const Scenario& scenario) {
  const Looks looks = looks_of(names_in(catalogue), scenario);
  const std::int64_t tensor = looks.by_tensor_rank ? looks.tensor_size : 1;
  const std::int64_t data = looks.by_data_rank ? looks.data_size : 1;
  std::map<std::int64_t, std::int64_t> stages;  // how many look like a stage
  for (const std::int64_t stage : looks.stages) ++stages[stage];
  std::vector<RankClass> classes;
  for (const auto& [stage, count] : stages) {
    for (std::int64_t dp = 0; dp < data; ++dp) {
      for (std::int64_t tp = 0; tp < tensor; ++tp) {
        classes.push_back({.first = tp + looks.tensor_size * (dp + looks.data_size * stage),
                           .count = looks.tensor_size / tensor * (looks.data_size / data) * count});
      }
    }
  }
  return classes;
}

std::vector<std::int64_t> first_alike(const Catalogue& catalogue,
                                      const ScenarioExpectations& expectations,
                                      const Scenario& scenario,
                                      std::span<const std::int64_t> ranks) {
  std::set<std::string> names = names_in(catalogue);
  for (const auto& [formula, entries] : expectations) {
    for (const ExpectedVerdict& entry : entries) {
      for_each_expression(entry, [&names](const Expression& each) { add_names(names, each); });
    }
  }
  const Looks looks = looks_of(names, scenario);
  std::vector<std::int64_t> first;
  first.reserve(ranks.size());
  for (const std::int64_t rank : ranks) first.push_back(looks.first_alike(rank));
  return first;
}

}  // namespace scenarios
