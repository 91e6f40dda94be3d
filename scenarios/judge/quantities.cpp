#include "scenarios/judge/quantities.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include <fmt/format.h>

#include "parallel/measurement_fields.hpp"
#include "scenarios/read/edit_distance.hpp"
#include "scenarios/read/fault.hpp"

namespace scenarios {

namespace {

using parallel::Measurement;
using Reading = std::function<std::int64_t(const RunResult&, const Measurement&)>;
using Readings = std::map<std::string, Reading, std::less<>>;

// "memory.activations.head.input.kept", "traffic.dp.all_reduce.bytes", "parameters" ...
std::string name_of(const parallel::Field& field) {
  const bool is_activation = field.section == "activations";
  std::string name = is_activation ? "memory.activations" : std::string(field.section);
  for (const std::string_view part : {field.subject, field.operation, field.number}) {
    if (!part.empty()) name += (name.empty() ? "" : ".") + std::string(part);
  }
  return name;
}

Readings measured_readings() {
  Readings readings;
  parallel::for_each_field([&readings](const parallel::Field& field, auto get) {
    if (!field.is_quantity) return;
    readings[name_of(field)] = [get](const RunResult&, const Measurement& rank) {
      return std::int64_t{get(rank)};
    };
  });
  return readings;
}

// A quantity that is the sum of others.
void add_sum(Readings& readings, const std::string& name, const std::vector<std::string>& parts) {
  std::vector<Reading> of_parts;
  for (const std::string& part : parts) of_parts.push_back(readings.at(part));
  readings[name] = [of_parts](const RunResult& run, const Measurement& rank) {
    std::int64_t sum = 0;
    for (const Reading& part : of_parts) sum += part(run, rank);
    return sum;
  };
}

Readings all_readings() {
  Readings readings = measured_readings();
  readings["model.parameters"] = [](const RunResult& run, const Measurement&) {
    return run.parameters;
  };
  // What the ZeRO paper calls model states: published totals give them as one number.
  add_sum(readings, "memory.states.kept",
          {"memory.weights.kept", "memory.gradients.kept", "memory.optimizer.kept"});
  for (const std::string kind : {"matmul", "elementwise"}) {
    std::vector<std::string> phases;
    for (const sim::Phase phase : sim::enumerators<sim::Phase>) {
      phases.push_back(fmt::format("flops.{}.{}", sim::name_of(phase), kind));
    }
    add_sum(readings, "flops.total." + kind, phases);
    // The forward as often as it is executed: once, and what is computed again in the backward.
    add_sum(readings, "flops.forward_and_recompute." + kind,
            {"flops.forward." + kind, "flops.recompute." + kind});
  }
  return readings;
}

const Readings& readings() {
  static const Readings all = all_readings();
  return all;
}

bool is_not_measured_yet(std::string_view name) {
  return name.starts_with("wire.") || name.starts_with("time.");
}

}  // namespace

std::vector<std::string> quantity_names() {
  std::vector<std::string> names;
  for (const auto& [name, reading] : readings()) names.push_back(name);
  return names;
}

std::string quantity_fault(std::string_view name) {
  if (readings().contains(name)) return {};
  if (is_not_measured_yet(name)) {
    return fmt::format("'{}' is not measured yet; wire.* and time.* are not supported", name);
  }
  const auto nearest = std::ranges::min_element(
      readings(), {}, [name](const auto& known) { return edit_distance(name, known.first); });
  return fmt::format("unknown quantity '{}'; nearest: {}", name, nearest->first);
}

std::int64_t measured_quantity(const RunResult& run, const parallel::Measurement& rank,
                               std::string_view name) {
  const auto reading = readings().find(name);
  if (reading == readings().end()) throw BadValue(quantity_fault(name));
  return reading->second(run, rank);
}

}  // namespace scenarios
