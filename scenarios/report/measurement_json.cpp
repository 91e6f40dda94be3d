#include "scenarios/report/measurement_json.hpp"

#include <array>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace scenarios {

namespace {

using nlohmann::json;

// Sizes of the lists below are part of the format: both ends are the same program.
template <std::size_t count, class Write>
json list_of(Write write) {
  json list = json::array();
  for (std::size_t i = 0; i < count; ++i) list.push_back(write(i));
  return list;
}

template <std::size_t count>
json levels(const std::array<sim::Level, count>& levels) {
  return list_of<count>([&levels](std::size_t i) {
    return json{levels[i].live, levels[i].peak, levels[i].kept};
  });
}

template <std::size_t count>
std::array<sim::Level, count> levels_from(const json& list) {
  std::array<sim::Level, count> levels;
  for (std::size_t i = 0; i < count; ++i) {
    levels[i] = {list.at(i).at(0), list.at(i).at(1), list.at(i).at(2)};
  }
  return levels;
}

json peak_to(const std::vector<sim::PeakEntry>& entries) {
  json list = json::array();
  for (const sim::PeakEntry& entry : entries) {
    list.push_back({static_cast<int>(entry.category), static_cast<int>(entry.item),
                    entry.place.layer, entry.place.micro_batch, entry.bytes});
  }
  return list;
}

std::vector<sim::PeakEntry> peak_from(const json& list) {
  std::vector<sim::PeakEntry> entries;
  for (const json& entry : list) {
    entries.push_back({static_cast<sim::Category>(entry.at(0).get<int>()),
                       static_cast<sim::Item>(entry.at(1).get<int>()),
                       {entry.at(2), entry.at(3)},
                       entry.at(4)});
  }
  return entries;
}

json memory_to(const sim::MemoryReport& memory) {
  return {{"categories", list_of<sim::category_count>([&memory](std::size_t i) {
             const auto& bytes = memory.categories[i];
             return json{bytes.peak, bytes.kept, bytes.end, bytes.at_total_peak};
           })},
          {"items", levels(memory.items)},
          {"groups", levels(memory.groups)},
          {"total_peak", memory.total_peak},
          {"at_peak", peak_to(memory.at_peak)}};
}

sim::MemoryReport memory_from(const json& from) {
  sim::MemoryReport memory;
  for (std::size_t i = 0; i < sim::category_count; ++i) {
    const json& bytes = from.at("categories").at(i);
    memory.categories[i] = {bytes.at(0), bytes.at(1), bytes.at(2), bytes.at(3)};
  }
  memory.items = levels_from<sim::item_count>(from.at("items"));
  memory.groups = levels_from<sim::item_group_count>(from.at("groups"));
  memory.total_peak = from.at("total_peak");
  memory.at_peak = peak_from(from.at("at_peak"));
  return memory;
}

json flops_to(const sim::FlopReport& flops) {
  return list_of<sim::phase_count>([&flops](std::size_t i) {
    return json{flops[i].matmul, flops[i].elementwise};
  });
}

sim::FlopReport flops_from(const json& from) {
  sim::FlopReport flops;
  for (std::size_t i = 0; i < sim::phase_count; ++i) {
    flops[i] = {from.at(i).at(0), from.at(i).at(1)};
  }
  return flops;
}

json traffic_to(const ranks::TrafficRecord& traffic) {
  return list_of<ranks::axis_count>([&traffic](std::size_t axis) {
    return list_of<ranks::operation_count>([&traffic, axis](std::size_t operation) {
      const auto& count =
          traffic.at(static_cast<ranks::Axis>(axis), static_cast<ranks::Operation>(operation));
      return json{count.calls, count.bytes};
    });
  });
}

// A record only grows by calls, so the bytes go with the first and the others add none.
void refill(ranks::TrafficRecord& traffic, ranks::Axis axis, ranks::Operation operation,
            const json& count) {
  const std::int64_t calls = count.at(0);
  const std::int64_t bytes = count.at(1);
  for (std::int64_t call = 0; call < calls; ++call) {
    traffic.add(axis, operation, call == 0 ? bytes : 0);
  }
}

ranks::TrafficRecord traffic_from(const json& from) {
  ranks::TrafficRecord traffic;
  for (std::size_t axis = 0; axis < ranks::axis_count; ++axis) {
    for (std::size_t operation = 0; operation < ranks::operation_count; ++operation) {
      refill(traffic, static_cast<ranks::Axis>(axis), static_cast<ranks::Operation>(operation),
             from.at(axis).at(operation));
    }
  }
  return traffic;
}

}  // namespace

std::string to_json(const parallel::Measurement& measurement) {
  return json{{"rank", measurement.rank},
              {"count", measurement.count},
              {"at", {measurement.at.dp, measurement.at.tp, measurement.at.pp}},
              {"dp_group_size", measurement.dp_group_size},
              {"parameters", measurement.parameters},
              {"padding", measurement.padding},
              {"memory", memory_to(measurement.memory)},
              {"flops", flops_to(measurement.flops)},
              {"traffic", traffic_to(measurement.traffic)}}
      .dump();
}

parallel::Measurement measurement_from_json(std::string_view text) {
  try {
    const json from = json::parse(text);
    parallel::Measurement measurement;
    measurement.rank = from.at("rank");
    measurement.count = from.at("count");
    measurement.at = {from.at("at").at(0), from.at("at").at(1), from.at("at").at(2)};
    measurement.dp_group_size = from.at("dp_group_size");
    measurement.parameters = from.at("parameters");
    measurement.padding = from.at("padding");
    measurement.memory = memory_from(from.at("memory"));
    measurement.flops = flops_from(from.at("flops"));
    measurement.traffic = traffic_from(from.at("traffic"));
    return measurement;
  } catch (const json::exception& error) {
    throw std::runtime_error(std::string("a rank's measurement cannot be read: ") + error.what());
  }
}

}  // namespace scenarios
