#include "scenarios/report/verdict_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/report/text_width.hpp"

namespace scenarios {

std::string verdict_text(const Check& check) {
  std::string text(name_of(check.verdict));
  if (const auto ratio = check.ratio();
      ratio && (check.verdict == Verdict::off || check.verdict == Verdict::outside)) {
    text += fmt::format(" x{:.4g}", *ratio);
  }
  if (check.as_expected) return text;
  return check.expected == check.verdict
             ? text + " (another ratio was expected)"
             : fmt::format("{} (expected {})", text, name_of(check.expected));
}

Shade shade_of(const Check& check) {
  if (!check.as_expected) return Shade::bad;
  if (check.verdict == Verdict::off) return Shade::notable;
  return check.verdict == Verdict::outside ? Shade::faint : Shade::good;
}

std::string mesh_text(const Scenario& scenario) {
  const auto& mesh = scenario.plan.mesh;
  return fmt::format("dp {}, tp {}, pp {} ({} rank{})", mesh.dp, mesh.tp, mesh.pp, mesh.size(),
                     mesh.size() == 1 ? "" : "s");
}

std::string loss_text(const RunResult& run) {
  if (run.is_dry) return "dry";
  if (!run.generated.empty()) return fmt::format("generated {} tokens", run.generated.size());
  if (run.loss.empty()) return "no step was run";
  if (run.loss.size() == 1) return fmt::format("loss {:.4f} in 1 step", run.loss.front());
  return fmt::format("loss {:.4f} -> {:.4f} over {} steps", run.loss.front(), run.loss.back(),
                     run.loss.size());
}

void Tally::add(const Check& check) {
  if (!check.as_expected) ++unexpected;
  switch (check.verdict) {
    case Verdict::exact:
    case Verdict::exact_rounded:
      ++exact;
      break;
    case Verdict::within:
      ++within;
      break;
    case Verdict::bound:
      ++bound;
      break;
    case Verdict::off:
      ++off;
      break;
    case Verdict::outside:
      ++outside;
      break;
  }
}

Tally tally_of(std::span<const Check> checks) {
  Tally tally;
  for (const Check& check : checks) tally.add(check);
  return tally;
}

std::string tally_text(const Tally& tally) {
  const std::string counts =
      fmt::format("{} exact, {} within, {} bound, {} off, {} outside", tally.exact, tally.within,
                  tally.bound, tally.off, tally.outside);
  return tally.unexpected == 0 ? counts + ": all as expected"
                               : fmt::format("{}: {} NOT as expected", counts, tally.unexpected);
}

std::string names_line(std::string_view title, const std::vector<std::string>& names,
                       const TerminalStyle& style) {
  if (names.empty()) return "";
  return shaded(paragraph(fmt::format("{}: {}", title, fmt::join(names, ", ")), style.width, 2),
                Shade::faint, style.colour);
}

Shade tally_shade(const Tally& tally) {
  return tally.unexpected == 0 ? Shade::good : Shade::bad;
}

std::string verdicts_in_short(const Tally& tally) {
  return tally.unexpected == 0 ? "ok" : fmt::format("{} NOT ok", tally.unexpected);
}

std::string tally_line(std::span<const Check> checks, const TerminalStyle& style) {
  const Tally tally = tally_of(checks);
  return shaded(paragraph(tally_text(tally), style.width, 2), tally_shade(tally), style.colour);
}

}  // namespace scenarios
