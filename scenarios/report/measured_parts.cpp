#include "scenarios/report/measured_parts.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "scenarios/judge/quantities.hpp"

namespace scenarios {

namespace {

// Of "memory.activations.layer.kept" how its parts begin and end.
struct Ends {
  std::string begin;
  std::string end;
};

Ends ends_of_parts(std::string_view quantity) {
  if (quantity == "memory.total.peak") return {"memory.", ".at_total_peak"};
  const std::size_t dot = quantity.rfind('.');
  if (dot == std::string_view::npos) return {std::string(quantity) + '.', ""};  // it has none
  const std::string end(quantity.substr(dot));
  if (quantity.starts_with("flops.total.")) return {"flops.", end};
  return {std::string(quantity.substr(0, dot + 1)), end};
}

bool is_between(std::string_view name, const Ends& ends) {
  return name.size() > ends.begin.size() + ends.end.size() && name.starts_with(ends.begin) &&
         name.ends_with(ends.end);
}

// The quantities of which no other is a part.
std::vector<std::string> names_of_parts(const std::string& quantity) {
  const Ends ends = ends_of_parts(quantity);
  std::vector<std::string> parts;
  for (const std::string& name : quantity_names()) {
    const bool is_a_sum = name == quantity || name.starts_with("flops.forward_and_recompute.");
    if (is_between(name, ends) && !is_a_sum) parts.push_back(name);
  }
  std::erase_if(parts, [parts](const std::string& name) {
    const Ends own = ends_of_parts(name);
    return std::ranges::any_of(
        parts, [&](const std::string& other) { return other != name && is_between(other, own); });
  });
  return parts;
}

double value_of(const std::string& name, const Check& check, const RunResult& run) {
  if (check.rank) {
    const auto after =
        std::ranges::upper_bound(run.ranks, *check.rank, {}, &parallel::Measurement::rank);
    return static_cast<double>(measured_quantity(run, *std::prev(after), name));
  }
  double sum = 0;
  for (const parallel::Measurement& rank : run.ranks) {
    sum +=
        static_cast<double>(measured_quantity(run, rank, name)) * static_cast<double>(rank.count);
  }
  return sum;
}

}  // namespace

std::vector<MeasuredPart> measured_parts(const Check& check, const RunResult& run) {
  const bool adds_up = check.rank.has_value() || check.scope == Scope::sum;
  if (run.ranks.empty() || !adds_up) return {};
  const Ends ends = ends_of_parts(check.quantity);
  std::vector<MeasuredPart> parts;
  for (const std::string& name : names_of_parts(check.quantity)) {
    const double value = value_of(name, check, run);
    const std::size_t length = name.size() - ends.begin.size() - ends.end.size();
    if (value != 0) parts.push_back({name.substr(ends.begin.size(), length), value});
  }
  std::ranges::stable_sort(parts, std::ranges::greater{}, &MeasuredPart::value);
  return parts;
}

}  // namespace scenarios
