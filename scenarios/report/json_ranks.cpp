#include "scenarios/report/json_ranks.hpp"

#include <array>
#include <cstddef>
#include <string_view>

#include "parallel/measurement_fields.hpp"

namespace scenarios {

namespace {

// Writes the fields of one section as nested objects: subjects, with their operations, with their
// numbers. What a report leaves out has no key.
class Sections {
 public:
  Sections(JsonWriter& json, const parallel::Measurement& rank) : json_(json), rank_(rank) {}

  template <class Get>
  void operator()(const parallel::Field& field, Get get) {
    if (field.key.empty() || is_absent(field, get(rank_))) return;
    open({field.section, field.subject, field.operation});
    json_.key(field.key);
    json_.integer(get(rank_));
  }
  void close() { open({}); }

 private:
  // Items of a split backward are left out where nothing waited; of each its peak comes first.
  bool is_absent(const parallel::Field& field, std::int64_t number) {
    if (field.may_be_absent && field.number == "peak") absent_ = number == 0 ? field.subject : "";
    return field.may_be_absent && field.subject == absent_;
  }

  using Path = std::array<std::string_view, 3>;

  // Closes what is open beside `path` and opens the rest of it.
  void open(const Path& path) {
    std::size_t common = 0;
    while (common < path.size() && path[common] == open_[common]) ++common;
    for (std::size_t i = path.size(); i-- > common;) {
      if (!open_[i].empty()) json_.end_object();
    }
    for (std::size_t i = common; i < path.size(); ++i) {
      if (path[i].empty()) continue;
      json_.key(path[i]);
      json_.begin_object();
    }
    open_ = path;
  }

  JsonWriter& json_;
  const parallel::Measurement& rank_;
  Path open_{};
  std::string_view absent_;
};

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
    json.key("bytes");
    json.integer(entry.bytes);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void write_rank(JsonWriter& json, const parallel::Measurement& rank) {
  json.begin_object();
  Sections sections(json, rank);
  const auto write = [&](const parallel::Field& field, auto get) { sections(field, get); };
  parallel::for_each_own_field([&](const parallel::Field& field, auto get) {
    const bool is_alone = field.key == "count" && rank.count == 1;
    if (!is_alone) write(field, get);
  });
  parallel::for_each_memory_field(write);
  parallel::for_each_activation_field(write);
  sections.close();
  write_peak(json, rank.memory);
  parallel::for_each_flop_field(write);
  parallel::for_each_traffic_field(write);
  sections.close();
  json.key("wire_bytes");
  json.null();
  json.key("time");
  json.null();
  json.end_object();
}

}  // namespace scenarios
