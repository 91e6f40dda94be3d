#include "scenarios/report/summary_table.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/read/key_words.hpp"
#include "scenarios/report/verdict_text.hpp"

namespace scenarios {

namespace {

using Align = TextTable::Align;

TextTable::Cell heading(const std::string& text) {
  return {text, Shade::heading};
}

bool is_in_layout(std::string_view setting) {
  constexpr std::array<std::string_view, 5> keys = {
      "parallel.data_parallel_size=", "parallel.tensor_model_parallel_size=",
      "parallel.pipeline_model_parallel_size=", "parallel.pipeline_schedule=", "zero.stage="};
  return std::ranges::any_of(keys, [&](std::string_view key) { return setting.starts_with(key); });
}

/// Where the settings of a sweep's grid begin in a name, behind their bracket; npos: it has none.
std::size_t begin_of_settings(std::string_view name) {
  if (!name.ends_with(']')) return std::string_view::npos;
  int depth = 0;
  for (std::size_t at = name.size(); at-- > 0;) {
    if (name[at] == ']') ++depth;
    if (name[at] == '[' && --depth == 0) return at + 1;
  }
  return std::string_view::npos;
}

/// "key=value" for each; a value may be a list with commas of its own.
std::vector<std::string> settings_in(std::string_view text) {
  std::vector<std::string> settings(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (c == ',' && depth == 0) {
      settings.emplace_back();
    } else {
      settings.back() += c;
    }
  }
  return settings;
}

/// The name without what the layout column says, and of the other settings of a sweep's grid the
/// last part of their keys: "demo[precision=fp32]".
std::string short_name(const std::string& name) {
  const std::size_t begin = begin_of_settings(name);
  if (begin == std::string::npos) return name;
  std::vector<std::string> shown;
  for (const std::string& setting :
       settings_in(std::string_view(name).substr(begin, name.size() - begin - 1))) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) return name;  // a name that ends in brackets
    if (!is_in_layout(setting)) shown.push_back(setting.substr(setting.rfind('.', equals) + 1));
  }
  const std::string rest = name.substr(0, begin - 1);
  return shown.empty() ? rest : fmt::format("{}[{}]", rest, fmt::join(shown, ","));
}

/// Mesh, ZeRO stage and, where there is a pipeline, its schedule and micro-batches.
std::string layout_text(const Scenario& scenario) {
  const auto& plan = scenario.plan;
  std::string text = fmt::format("dp {} tp {} pp {}  ZeRO {}", plan.mesh.dp, plan.mesh.tp,
                                 plan.mesh.pp, plan.zero.stage);
  if (plan.mesh.pp == 1) return text;
  return fmt::format("{}  {}, m = {}", text, word_of(scenario.values.parallel.pipeline_schedule),
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
