#include "scenarios/report/summary_table.hpp"

#include <fmt/format.h>

#include "scenarios/read/value.hpp"
#include "scenarios/report/verdict_text.hpp"

namespace scenarios {

namespace {

using Align = TextTable::Align;

TextTable::Cell heading(const std::string& text) {
  return {text, Shade::heading};
}

/// The name without what the mesh column says, and of the other settings of a sweep's grid the
/// last part of their keys: "demo[precision=fp32]".
std::string short_name(const std::string& name) {
  const std::size_t open = name.find('[');
  if (open == std::string::npos || name.back() != ']') return name;
  std::string settings;
  for (std::size_t at = open + 1; at < name.size();) {
    const std::size_t end = name.find_first_of(",]", at);
    std::string setting = name.substr(at, end - at);
    at = end + 1;
    if (setting.starts_with("parallel.") || setting.starts_with("zero.stage=")) continue;
    setting.erase(0, setting.rfind('.', setting.find('=')) + 1);
    settings += (settings.empty() ? "" : ",") + setting;
  }
  return name.substr(0, open) + (settings.empty() ? "" : '[' + settings + ']');
}

/// Mesh, ZeRO stage and, where there is a pipeline, its schedule and micro-batches.
std::string layout_text(const Scenario& scenario) {
  const auto& plan = scenario.plan;
  std::string text = fmt::format("dp {} tp {} pp {}  ZeRO {}", plan.mesh.dp, plan.mesh.tp,
                                 plan.mesh.pp, plan.zero.stage);
  if (plan.mesh.pp == 1) return text;
  return fmt::format("{}  {}, m = {}", text,
                     text_of(scenario.values.at("parallel.pipeline_schedule")),
                     plan.micro_batches());
}

TextTable::Cell count(int number) {
  return {std::to_string(number)};
}

}  // namespace

SummaryTable::SummaryTable()
    : table_({Align::left, Align::left, Align::left, Align::right, Align::right, Align::right,
              Align::right, Align::right, Align::left}) {
  table_.add({heading("scenario"), heading("layout"), heading("loss"), heading("exact"),
              heading("within"), heading("bound"), heading("off"), heading("outside"),
              heading("verdicts")});
}

void SummaryTable::add(const RunReport& report) {
  const Tally tally = tally_of(report.checks);
  const std::string result =
      tally.unexpected == 0 ? "as expected" : fmt::format("{} NOT as expected", tally.unexpected);
  table_.add({{short_name(report.scenario.name)},
              {layout_text(report.scenario)},
              {loss_text(report.run)},
              count(tally.exact),
              count(tally.within),
              count(tally.bound),
              count(tally.off),
              {std::to_string(tally.outside), Shade::faint},
              {result, tally_shade(tally)}});
}

}  // namespace scenarios
