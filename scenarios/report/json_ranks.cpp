#include "scenarios/report/json_ranks.hpp"

namespace scenarios {

namespace {

void field(JsonWriter& json, std::string_view name, std::int64_t value) {
  json.key(name);
  json.integer(value);
}

void write_memory(JsonWriter& json, const sim::MemoryReport& memory) {
  json.key("memory");
  json.begin_object();
  for (std::size_t i = 0; i < sim::category_count; ++i) {
    const auto& bytes = memory.categories[i];
    json.key(sim::name_of(static_cast<sim::Category>(i)));
    json.begin_object();
    field(json, "peak_bytes", bytes.peak);
    field(json, "kept_bytes", bytes.kept);
    field(json, "end_bytes", bytes.end);
    field(json, "at_total_peak_bytes", bytes.at_total_peak);
    json.end_object();
  }
  json.key("total");
  json.begin_object();
  field(json, "peak_bytes", memory.total_peak);
  json.end_object();
  json.end_object();
}

// Index 0 stands for "no activation"; items of a split backward are left out where nothing waited.
void write_activations(JsonWriter& json, const sim::MemoryReport& memory) {
  json.key("activations");
  json.begin_object();
  for (std::size_t i = 1; i < sim::item_count; ++i) {
    const auto item = static_cast<sim::Item>(i);
    if (sim::waits_for_weight_half(item) && memory.items[i].peak == 0) continue;
    json.key(sim::name_of(item));
    json.begin_object();
    field(json, "peak_bytes", memory.items[i].peak);
    field(json, "kept_bytes", memory.items[i].kept);
    json.end_object();
  }
  json.end_object();
}

void write_index(JsonWriter& json, std::string_view name, std::int64_t index) {
  json.key(name);
  index == sim::Place::outside ? json.null() : json.integer(index);
}

// What the total consisted of at its peak, the largest first; null: no activation, outside layers,
// outside micro-batches.
void write_peak(JsonWriter& json, const sim::MemoryReport& memory) {
  json.key("peak");
  json.begin_array();
  for (const sim::PeakEntry& entry : memory.at_peak) {
    json.begin_object();
    json.key("category");
    json.text(sim::name_of(entry.category));
    json.key("item");
    entry.item == sim::Item::none ? json.null() : json.text(sim::name_of(entry.item));
    write_index(json, "layer", entry.place.layer);
    write_index(json, "micro_batch", entry.place.micro_batch);
    field(json, "bytes", entry.bytes);
    json.end_object();
  }
  json.end_array();
}

void write_flops(JsonWriter& json, const sim::FlopReport& flops) {
  json.key("flops");
  json.begin_object();
  for (std::size_t i = 0; i < sim::phase_count; ++i) {
    json.key(sim::name_of(static_cast<sim::Phase>(i)));
    json.begin_object();
    field(json, "matmul", flops[i].matmul);
    field(json, "elementwise", flops[i].elementwise);
    json.end_object();
  }
  json.end_object();
}

void write_axis(JsonWriter& json, const ranks::TrafficRecord& traffic, ranks::Axis axis) {
  json.key(ranks::name_of(axis));
  json.begin_object();
  for (std::size_t i = 0; i < ranks::operation_count; ++i) {
    const auto operation = static_cast<ranks::Operation>(i);
    const auto& count = traffic.at(axis, operation);
    json.key(ranks::name_of(operation));
    json.begin_object();
    field(json, "calls", count.calls);
    field(json, "bytes", count.bytes);
    json.end_object();
  }
  json.end_object();
}

void write_traffic(JsonWriter& json, const ranks::TrafficRecord& traffic) {
  json.key("traffic");
  json.begin_object();
  for (std::size_t i = 0; i < ranks::axis_count; ++i) {
    write_axis(json, traffic, static_cast<ranks::Axis>(i));
  }
  json.end_object();
}

}  // namespace

void write_rank(JsonWriter& json, const parallel::Measurement& rank) {
  json.begin_object();
  field(json, "rank", rank.rank);
  if (rank.count > 1) field(json, "count", rank.count);
  field(json, "dp", rank.at.dp);
  field(json, "tp", rank.at.tp);
  field(json, "pp", rank.at.pp);
  field(json, "parameters", rank.parameters);
  field(json, "padding", rank.padding);
  write_memory(json, rank.memory);
  write_activations(json, rank.memory);
  write_peak(json, rank.memory);
  write_flops(json, rank.flops);
  write_traffic(json, rank.traffic);
  json.key("wire_bytes");
  json.null();
  json.key("time");
  json.null();
  json.end_object();
}

}  // namespace scenarios
