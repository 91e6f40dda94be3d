#include "scenarios/commands/run_text.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "parallel/measurement_words.hpp"

namespace scenarios {

namespace {

using Json = nlohmann::json;

// JSON has no word for what a diverging run can produce.
Json number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

double number_of(const Json& json) {
  if (json.is_number()) return json.get<double>();
  const auto& word = json.get_ref<const std::string&>();
  if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  if (word == "inf") return infinity;
  if (word == "-inf") return -infinity;
  throw std::runtime_error("'" + word + "' is no number");
}

RunResult read_run(const Json& json) {
  RunResult run;
  json.at("parameters").get_to(run.parameters);
  json.at("skipped_steps").get_to(run.skipped_steps);
  for (const Json& loss : json.at("loss")) run.loss.push_back(number_of(loss));
  for (const Json& norm : json.at("grad_norm")) {
    run.grad_norm.push_back(norm.is_null() ? std::nullopt : std::optional(number_of(norm)));
  }
  json.at("generated").get_to(run.generated);
  auto ranks = parallel::from_words(json.at("ranks").get<std::vector<std::int64_t>>());
  if (!ranks) throw std::out_of_range("ranks");
  run.ranks = std::move(*ranks);
  return run;
}

}  // namespace

std::string text_of_run(const RunResult& run) {
  Json json{{"parameters", run.parameters}, {"skipped_steps", run.skipped_steps},
            {"loss", Json::array()},        {"grad_norm", Json::array()},
            {"generated", run.generated},   {"ranks", parallel::to_words(run.ranks)}};
  for (const double loss : run.loss) json["loss"].push_back(number(loss));
  for (const std::optional<double>& norm : run.grad_norm) {
    json["grad_norm"].push_back(norm ? number(*norm) : Json());
  }
  return json.dump();
}

std::optional<RunResult> run_of_text(std::string_view text) {
  try {
    return read_run(Json::parse(text));
  } catch (const std::exception&) {  // whatever of it is not as text_of_run writes it
    return std::nullopt;
  }
}

}  // namespace scenarios
