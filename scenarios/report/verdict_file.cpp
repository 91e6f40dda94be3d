#include "scenarios/report/verdict_file.hpp"

#include <fstream>

#include <nlohmann/json.hpp>

#include "scenarios/read/fault.hpp"

namespace scenarios {

void add_verdicts(VerdictCounts& counts, std::span<const Check> checks) {
  for (const Check& check : checks) {
    auto& of_formula = counts[check.formula];
    if (check.verdict != Verdict::outside) ++of_formula[std::string(name_of(check.verdict))];
  }
}

std::string verdict_file_text(const VerdictCounts& counts) {
  std::string text = "{";
  for (const auto& [formula, verdicts] : counts) {
    text += text.size() == 1 ? "\n" : ",\n";
    text += "  " + nlohmann::json(formula).dump() + ": " + nlohmann::json(verdicts).dump();
  }
  return text + "\n}\n";
}

VerdictCounts read_verdict_file(const std::filesystem::path& file) {
  std::ifstream input(file);
  if (!input) return {};
  try {
    return nlohmann::json::parse(input).get<VerdictCounts>();
  } catch (const nlohmann::json::exception& error) {
    throw BadInput(file.string(), "", error.what());
  }
}

}  // namespace scenarios
