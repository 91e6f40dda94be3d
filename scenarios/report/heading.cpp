#include "scenarios/report/heading.hpp"

#include <fmt/format.h>

#include "scenarios/read/value.hpp"
#include "scenarios/report/number_text.hpp"
#include "scenarios/report/text_width.hpp"
#include "scenarios/report/verdict_text.hpp"

namespace scenarios {

namespace {

std::string how_it_is_split(const Scenario& scenario) {
  const auto word = [&scenario](const std::string& key) {
    return text_of(scenario.values.at(key));
  };
  return fmt::format("{}, {}, ZeRO {}, {}", mesh_text(scenario), word("parallel.pipeline_schedule"),
                     word("zero.stage"), word("precision"));
}

std::string curve(const RunResult& run) {
  std::string text = fmt::format("{}, {} parameters", loss_text(run), grouped(run.parameters));
  if (run.skipped_steps > 0)
    text +=
        fmt::format(", {} step{} skipped", run.skipped_steps, run.skipped_steps == 1 ? "" : "s");
  return text;
}

}  // namespace

std::string heading_text(const RunReport& report, const TerminalStyle& style) {
  const std::string& name = report.scenario.name;
  std::string layout = how_it_is_split(report.scenario);
  const bool is_one_line = cells_of(name) + 2 + cells_of(layout) <= style.width;
  return shaded(name, Shade::heading, style.colour) +
         (is_one_line ? "  " + layout + "\n" : "\n" + paragraph(layout, style.width, 2)) +
         paragraph(curve(report.run), style.width, 2);
}

}  // namespace scenarios
