#include "scenarios/judge/quantities.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>

#include <fmt/format.h>

#include "scenarios/read/edit_distance.hpp"
#include "scenarios/read/fault.hpp"

namespace scenarios {

namespace {

using parallel::Measurement;
using Reading = std::function<std::int64_t(const RunResult&, const Measurement&)>;
using Readings = std::map<std::string, Reading, std::less<>>;

// A reading of the rank alone.
template <class Read>
Reading of_rank(Read read) {
  return [read](const RunResult&, const Measurement& rank) { return read(rank); };
}

void add_categories(Readings& readings) {
  using Bytes = sim::MemoryReport::CategoryBytes;
  struct Field {
    std::string_view name;
    std::int64_t Bytes::*member;
  };
  constexpr std::array<Field, 4> fields = {{{"peak", &Bytes::peak},
                                            {"kept", &Bytes::kept},
                                            {"end", &Bytes::end},
                                            {"at_total_peak", &Bytes::at_total_peak}}};
  for (std::size_t i = 0; i < sim::category_count; ++i) {
    for (const Field field : fields) {
      const auto category = sim::name_of(static_cast<sim::Category>(i));
      readings[fmt::format("memory.{}.{}", category, field.name)] =
          of_rank([i, field](const Measurement& rank) {
            return rank.memory.categories.at(i).*field.member;
          });
    }
  }
  readings["memory.total.peak"] =
      of_rank([](const Measurement& rank) { return rank.memory.total_peak; });
}

// What the ZeRO paper calls model states: published totals give them as one number.
void add_model_states(Readings& readings) {
  readings["memory.states.kept"] = of_rank([](const Measurement& rank) {
    std::int64_t sum = 0;
    for (const auto category :
         {sim::Category::weights, sim::Category::gradients, sim::Category::optimizer}) {
      sum += rank.memory.categories.at(static_cast<std::size_t>(category)).kept;
    }
    return sum;
  });
}

// The two levels of one kind of activations: an item or the sum of a group.
template <class Level>
void add_levels(Readings& readings, std::string_view name, Level level) {
  readings[fmt::format("memory.activations.{}.peak", name)] =
      of_rank([level](const Measurement& rank) { return level(rank).peak; });
  readings[fmt::format("memory.activations.{}.kept", name)] =
      of_rank([level](const Measurement& rank) { return level(rank).kept; });
}

// Index 0 of items and groups stands for "none".
void add_activations(Readings& readings) {
  for (std::size_t i = 1; i < sim::item_count; ++i) {
    add_levels(readings, sim::name_of(static_cast<sim::Item>(i)),
               [i](const Measurement& rank) { return rank.memory.items.at(i); });
  }
  for (std::size_t i = 1; i < sim::item_group_count; ++i) {
    add_levels(readings, sim::name_of(static_cast<sim::ItemGroup>(i)),
               [i](const Measurement& rank) { return rank.memory.groups.at(i); });
  }
}

std::int64_t all_phases(const Measurement& rank, std::int64_t sim::FlopCount::*kind) {
  std::int64_t sum = 0;
  for (const sim::FlopCount& phase : rank.flops) sum += phase.*kind;
  return sum;
}

void add_flops(Readings& readings) {
  struct Field {
    std::string_view name;
    std::int64_t sim::FlopCount::*member;
  };
  constexpr std::array<Field, 2> fields = {
      {{"matmul", &sim::FlopCount::matmul}, {"elementwise", &sim::FlopCount::elementwise}}};
  for (const Field field : fields) {
    for (std::size_t i = 0; i < sim::phase_count; ++i) {
      readings[fmt::format("flops.{}.{}", sim::name_of(static_cast<sim::Phase>(i)), field.name)] =
          of_rank([i, field](const Measurement& rank) { return rank.flops.at(i).*field.member; });
    }
    readings[fmt::format("flops.total.{}", field.name)] =
        of_rank([field](const Measurement& rank) { return all_phases(rank, field.member); });
    // The forward as often as it is executed: once, and what is computed again in the backward.
    readings[fmt::format("flops.forward_and_recompute.{}", field.name)] =
        of_rank([field](const Measurement& rank) {
          return rank.flops.at(static_cast<std::size_t>(sim::Phase::forward)).*field.member +
                 rank.flops.at(static_cast<std::size_t>(sim::Phase::recompute)).*field.member;
        });
  }
}

void add_traffic(Readings& readings) {
  for (std::size_t i = 0; i < ranks::axis_count; ++i) {
    for (std::size_t j = 0; j < ranks::operation_count; ++j) {
      const auto axis = static_cast<ranks::Axis>(i);
      const auto operation = static_cast<ranks::Operation>(j);
      const auto name =
          fmt::format("traffic.{}.{}", ranks::name_of(axis), ranks::name_of(operation));
      readings[name + ".bytes"] = of_rank([axis, operation](const Measurement& rank) {
        return rank.traffic.at(axis, operation).bytes;
      });
      readings[name + ".calls"] = of_rank([axis, operation](const Measurement& rank) {
        return rank.traffic.at(axis, operation).calls;
      });
    }
  }
}

Readings all_readings() {
  Readings readings;
  readings["parameters"] = of_rank([](const Measurement& rank) { return rank.parameters; });
  readings["model.parameters"] = [](const RunResult& run, const Measurement&) {
    return run.parameters;
  };
  readings["ranks.dp"] =
      of_rank([](const Measurement& rank) { return std::int64_t{rank.dp_group_size}; });
  add_categories(readings);
  add_model_states(readings);
  add_activations(readings);
  add_flops(readings);
  add_traffic(readings);
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
