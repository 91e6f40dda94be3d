#include "scenarios/report/estimate_documents.hpp"

#include "scenarios/report/json_scenario.hpp"

namespace scenarios {

namespace {

void write_estimate(JsonWriter& json, const Estimate& estimate) {
  const auto text = [&json](std::string_view name, std::string_view value) {
    json.key(name);
    json.text(value);
  };
  json.begin_object();
  text("formula", estimate.formula);
  text("pack", estimate.pack);
  text("quantity", estimate.quantity);
  text("scope", name_of(estimate.scope));
  json.key("rank");
  estimate.rank ? json.integer(*estimate.rank) : json.null();
  json.key("ranks_alike");
  json.integer(estimate.ranks_alike);
  json.key("estimate");
  json.number(estimate.value);
  json.key("assumptions_met");
  json.boolean(estimate.assumptions_met);
  json.end_object();
}

}  // namespace

EstimateJson::EstimateJson(std::ostream& stream) : stream_(stream), json_(stream) {
  json_.begin_object();
  json_.key("schema");
  json_.text("shardscope-estimates/1");
  json_.key("scenarios");
  json_.begin_array();
}

void EstimateJson::add(const Scenario& scenario, std::span<const Estimate> estimates) {
  json_.begin_object();
  write_scenario(json_, scenario);
  json_.key("estimates");
  json_.begin_array();
  for (const Estimate& estimate : estimates) write_estimate(json_, estimate);
  json_.end_array();
  json_.end_object();
}

void EstimateJson::finish() {
  json_.end_array();
  json_.end_object();
  stream_ << '\n';
}

EstimateCsv::EstimateCsv(std::ostream& stream) : csv_(stream) {
  for (const char* title : {"scenario", "dp", "tp", "pp", "pack", "formula", "quantity", "scope",
                            "rank", "ranks_alike", "estimate", "assumptions_met"}) {
    csv_.text(title);
  }
  csv_.end_row();
}

void EstimateCsv::add(const Scenario& scenario, std::span<const Estimate> estimates) {
  const auto& mesh = scenario.plan.mesh;
  for (const Estimate& estimate : estimates) {
    csv_.text(scenario.name);
    for (const int size : {mesh.dp, mesh.tp, mesh.pp}) csv_.integer(size);
    csv_.text(estimate.pack);
    csv_.text(estimate.formula);
    csv_.text(estimate.quantity);
    csv_.text(name_of(estimate.scope));
    estimate.rank ? csv_.integer(*estimate.rank) : csv_.empty();
    csv_.integer(estimate.ranks_alike);
    csv_.number(estimate.value);
    csv_.boolean(estimate.assumptions_met);
    csv_.end_row();
  }
}

}  // namespace scenarios
