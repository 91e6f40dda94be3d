#include "scenarios/report/heading.hpp"

#include <fmt/format.h>

#include "scenarios/read/key_words.hpp"
#include "scenarios/report/number_text.hpp"
#include "scenarios/report/text_width.hpp"
#include "scenarios/report/verdict_text.hpp"

namespace scenarios {

namespace {

std::string how_it_is_split(const Scenario& scenario) {
  const ScenarioValues& values = scenario.values;
  return fmt::format("{}, {}, ZeRO {}, {}", mesh_text(scenario),
                     word_of(values.parallel.pipeline_schedule), values.zero.stage,
                     word_of(values.precision));
}

// Rows that pad the vocabulary are parameters of the run, and of no published count.
std::string count_of_parameters(const RunReport& report) {
  const sim::ModelDescription& model = report.scenario.plan.model;
  const std::int64_t tables = model.tied_embedding ? 1 : 2;
  const std::int64_t padding = tables * (model.padded_vocabulary - model.vocabulary) * model.hidden;
  std::string text = fmt::format("{} parameters", grouped(report.run.parameters));
  if (padding == 0) return text;
  return fmt::format("{} ({} without the vocabulary's padding)", text,
                     grouped(report.run.parameters - padding));
}

std::string curve(const RunReport& report) {
  const RunResult& run = report.run;
  std::string text = fmt::format("{}, {}", loss_text(run), count_of_parameters(report));
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
         paragraph(curve(report), style.width, 2);
}

}  // namespace scenarios
