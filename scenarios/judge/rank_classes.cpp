#include "scenarios/judge/rank_classes.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "scenarios/packs/variables.hpp"
#include "sim/ensure.hpp"

namespace scenarios {

namespace {

constexpr std::array<const char*, 4> stage_names = {"pp_rank", "is_first", "is_last", "L_rank"};

// The numbers by which stages may differ.
std::vector<double> look_of(const RankNames& names, const Variables& of_rank) {
  std::vector<double> look;
  for (const char* name : stage_names) {
    if (names.contains(name)) look.push_back(of_rank.at(name));
  }
  if (!names.contains(chunk_layers)) return look;
  for (const auto& [name, value] : of_rank) {
    if (name.starts_with(chunk_layers)) look.push_back(value);
  }
  return look;
}

void add_names(RankNames& names, const Catalogue& catalogue,
               const std::vector<ExpectedVerdict>& entries) {
  for (const ExpectedVerdict& entry : entries) {
    for_each_expression(
        entry, [&](const Expression& each) { names.merge(catalogue.rank_names_of(each)); });
  }
}

bool ask_within_stages(const RankNames& names) {
  return names.contains("tp_rank") || names.contains("dp_rank");
}

}  // namespace

RankClasses::RankClasses(const Catalogue& catalogue, const Scenario& scenario,
                         const ScenarioExpectations& expectations)
    : catalogue_(catalogue), expectations_(expectations) {
  RankNames names = catalogue.rank_names();
  for (const auto& [formula, entries] : expectations) add_names(names, catalogue, entries);
  const Variables of = scenario_variables(scenario.values);
  tensor_size_ = static_cast<std::int64_t>(of.at("t"));
  data_size_ = static_cast<std::int64_t>(of.at("d"));
  some_ask_within_stages_ = ask_within_stages(names);
  std::map<std::vector<double>, std::int64_t> first;
  const auto stages = static_cast<std::int64_t>(of.at("p"));
  for (std::int64_t stage = 0; stage < stages; ++stage) {
    const Variables of_rank = rank_variables(scenario.values, stage * tensor_size_ * data_size_);
    stages_.push_back(first.try_emplace(look_of(names, of_rank), stage).first->second);
  }
}

RankClasses::Asked RankClasses::asked_by(const Formula& formula) const {
  if (!some_ask_within_stages_) return {};
  RankNames names;
  for_each_expression(formula,
                      [&](const Expression& each) { names.merge(catalogue_.rank_names_of(each)); });
  const auto expected = expectations_.find(formula.id);
  if (expected != expectations_.end()) add_names(names, catalogue_, expected->second);
  return {.tensor = names.contains("tp_rank"), .data = names.contains("dp_rank")};
}

// Rank = tp + t*(dp + d*pp).
void RankClasses::add_parts(std::int64_t first, std::int64_t stages, Asked asked,
                            std::vector<RankClass>& parts) const {
  const std::int64_t tensor = asked.tensor ? tensor_size_ : 1;
  const std::int64_t data = asked.data ? data_size_ : 1;
  const std::int64_t alike = tensor_size_ / tensor * (data_size_ / data) * stages;
  for (std::int64_t dp = 0; dp < data; ++dp) {
    for (std::int64_t tp = 0; tp < tensor; ++tp) {
      parts.push_back({.first = first + tp + tensor_size_ * dp, .count = alike});
    }
  }
}

std::vector<RankClass> RankClasses::of(const Formula& formula) const {
  const Asked asked = asked_by(formula);
  std::map<std::int64_t, std::int64_t> counts;  // how many look like a stage
  for (const std::int64_t stage : stages_) ++counts[stage];
  std::vector<RankClass> classes;
  for (const auto& [stage, count] : counts) {
    add_parts(stage * tensor_size_ * data_size_, count, asked, classes);
  }
  return classes;
}

std::vector<RankClass> RankClasses::within(const std::vector<RankClass>& measured,
                                           const Formula& formula) const {
  const Asked asked = asked_by(formula);
  std::vector<RankClass> parts;
  for (const RankClass& each : measured) {
    if (each.count == 1) {
      parts.push_back(each);
      continue;
    }
    ENSURE(each.count == tensor_size_ * data_size_, each.count, tensor_size_, data_size_);
    add_parts(each.first, 1, asked, parts);
  }
  return parts;
}

std::int64_t RankClasses::first_alike(std::int64_t rank, const Formula& formula) const {
  const Asked asked = asked_by(formula);
  const std::int64_t tensor = asked.tensor ? rank % tensor_size_ : 0;
  const std::int64_t data = asked.data ? rank / tensor_size_ % data_size_ : 0;
  const std::int64_t stage = stages_.at(static_cast<std::size_t>(rank / tensor_size_ / data_size_));
  return tensor + tensor_size_ * (data + data_size_ * stage);
}

}  // namespace scenarios
