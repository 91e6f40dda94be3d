#include "scenarios/commands/journal.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/commands/run_text.hpp"
#include "scenarios/read/key_table.hpp"
#include "scenarios/read/value.hpp"

namespace scenarios {

namespace {

using Json = nlohmann::json;

std::string stamp(const std::filesystem::path& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (error) return "";
  const auto time = std::filesystem::last_write_time(file, error).time_since_epoch().count();
  return fmt::format("{}:{}:{}", std::filesystem::absolute(file).string(), size, time);
}

}  // namespace

std::string run_identity(const Scenario& scenario) {
  std::string text =
      fmt::format("version={}\nbuild={}\n", SHARDSCOPE_VERSION, stamp("/proc/self/exe"));
  for (const KeyId key : keys_by_name()) {
    if (const auto value = value_at(scenario.values, key)) {
      text += fmt::format("{}={}\n", key.path(), text_of(*value));
    }
  }
  const InputFiles& inputs = scenario.inputs;
  for (const auto* file : {&inputs.data, &inputs.batches, &inputs.weights}) {
    if (!file->empty()) text += fmt::format("file={}\n", stamp(*file));
  }
  return text;
}

Journal::Journal(std::filesystem::path file) : file_(std::move(file)) {
  std::ifstream stream(file_);
  for (std::string line; std::getline(stream, line);) {
    // The last line of an interrupted sweep may be incomplete, and stands for nothing.
    const Json entry = Json::parse(line, nullptr, false);
    if (!entry.is_object() || !entry.contains("identity") || !entry.contains("run")) continue;
    runs_[entry["identity"].get<std::string>()] = entry["run"].get<std::string>();
  }
}

std::filesystem::path Journal::file_of(const Options& options) {
  return options.json.parent_path() / "sweep.journal";
}

std::optional<RunResult> Journal::find(const Scenario& scenario) const {
  const auto found = runs_.find(run_identity(scenario));
  if (found == runs_.end()) return std::nullopt;
  return run_of_text(found->second);
}

void Journal::add(const Scenario& scenario, const RunResult& run) {
  const Json entry{
      {"scenario", scenario.name}, {"identity", run_identity(scenario)}, {"run", text_of_run(run)}};
  std::ofstream stream(file_, std::ios::app);
  // The new line first: what an interruption left unfinished must not swallow this entry.
  stream << '\n' << entry.dump() << '\n' << std::flush;
  if (!stream) {
    throw std::runtime_error(
        fmt::format("{}: cannot be written: {}", file_.string(), std::strerror(errno)));
  }
}

void Journal::complete() {
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
}

}  // namespace scenarios
