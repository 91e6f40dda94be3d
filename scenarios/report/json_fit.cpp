#include "scenarios/report/json_fit.hpp"

namespace scenarios {

namespace {

void integer(JsonWriter& json, std::string_view name, std::int64_t value) {
  json.key(name);
  json.integer(value);
}

void write_peak_and_fits(JsonWriter& json, const Fit& fit, std::int64_t peak) {
  integer(json, "peak_bytes", peak);
  json.key("fits");
  json.boolean(fit.holds(peak));
}

void write_alternatives(JsonWriter& json, const Fit& fit) {
  json.key("alternatives");
  json.begin_array();
  for (const Alternative& alternative : fit.alternatives) {
    if (!alternative.peak_bytes) continue;
    json.begin_object();
    json.key("change");
    json.text(alternative.change);
    integer(json, "world_size", alternative.ranks);
    write_peak_and_fits(json, fit, *alternative.peak_bytes);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void write_fit(JsonWriter& json, const std::optional<Fit>& fit) {
  json.key("fit");
  if (!fit) {
    json.null();
    return;
  }
  json.begin_object();
  json.key("memory_bytes");
  json.number(fit->memory_bytes);
  integer(json, "worst_rank", fit->worst_rank);
  write_peak_and_fits(json, *fit, fit->peak_bytes);
  write_alternatives(json, *fit);
  json.end_object();
}

}  // namespace scenarios
