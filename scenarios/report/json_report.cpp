#include "scenarios/report/json_report.hpp"

#include "scenarios/report/json_checks.hpp"
#include "scenarios/report/json_fit.hpp"
#include "scenarios/report/json_ranks.hpp"
#include "scenarios/report/json_scenario.hpp"

namespace scenarios {

namespace {

void write_curves(JsonWriter& json, const RunResult& run) {
  json.key("loss");
  json.begin_array();
  for (const double loss : run.loss) json.real(loss);
  json.end_array();
  json.key("grad_norm");
  json.begin_array();
  for (const auto& norm : run.grad_norm) norm ? json.real(*norm) : json.null();
  json.end_array();
  if (run.generated.empty()) return;
  json.key("generated");
  json.begin_array();
  for (const std::int64_t token : run.generated) json.integer(token);
  json.end_array();
}

void write_run(JsonWriter& json, const RunReport& report) {
  const auto integer = [&json](std::string_view name, std::int64_t value) {
    json.key(name);
    json.integer(value);
  };
  json.begin_object();
  write_scenario(json, report.scenario);
  json.key("mode");
  json.text(report.run.is_dry ? "dry" : "real");
  integer("world_size", report.scenario.plan.mesh.size());
  integer("parameters", report.run.parameters);
  integer("skipped_steps", report.run.skipped_steps);
  write_curves(json, report.run);
  json.key("ranks");
  json.begin_array();
  for (const auto& rank : report.run.ranks) write_rank(json, rank);
  json.end_array();
  write_fit(json, report.fit);
  json.key("checks");
  json.begin_array();
  for (const Check& check : report.checks) write_check(json, check);
  json.end_array();
  json.end_object();
}

}  // namespace

JsonReport::JsonReport(std::ostream& stream) : stream_(stream), json_(stream) {
  json_.begin_object();
  json_.key("schema");
  json_.text("shardscope/1");
  json_.key("runs");
  json_.begin_array();
}

void JsonReport::add(const RunReport& report) {
  write_run(json_, report);
  for (const Check& check : report.checks) formulas_.add(check);
}

void JsonReport::finish() {
  json_.end_array();
  formulas_.write(json_);
  json_.end_object();
  stream_ << '\n';
}

}  // namespace scenarios
