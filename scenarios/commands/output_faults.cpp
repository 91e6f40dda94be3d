#include "scenarios/commands/output_faults.hpp"

#include <algorithm>
#include <climits>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "scenarios/commands/journal.hpp"
#include "scenarios/files/output_file.hpp"
#include "scenarios/files/output_place.hpp"

namespace scenarios {

namespace {

namespace fs = std::filesystem;

/// A file that results go to, and the option that says so.
struct Output {
  std::string option;
  fs::path file;
};

// One spelling for each file, whether it is there or not.
fs::path resolved(const fs::path& file) {
  std::error_code ignored;
  return fs::weakly_canonical(fs::absolute(link_target(file), ignored), ignored);
}

std::vector<Output> outputs_of(const Options& options) {
  std::vector<Output> outputs;
  if (options.command == Command::sweep) {
    outputs.push_back({"the journal", Journal::file_of(options)});
  }
  if (!options.json.empty()) outputs.push_back({"--json", options.json});
  if (!options.csv.empty()) outputs.push_back({"--csv", options.csv});
  if (!options.verdicts.empty()) outputs.push_back({"--verdicts", options.verdicts});
  if (options.dump.empty()) return outputs;
  for (const char* name : {"gradients.safetensors", "weights.safetensors"}) {
    outputs.push_back({"--dump", options.dump / name});
  }
  return outputs;
}

std::set<fs::path> inputs_of(const std::vector<Task>& tasks) {
  std::set<fs::path> inputs;
  std::set<const Catalogue*> catalogues;
  for (const Task& task : tasks) {
    const InputFiles& files = task.scenario.inputs;
    inputs.insert(resolved(task.scenario.file));
    for (const fs::path& file : {files.config, files.data, files.batches, files.weights}) {
      if (!file.empty()) inputs.insert(resolved(file));
    }
    if (task.catalogue != nullptr) catalogues.insert(task.catalogue.get());
  }
  for (const Catalogue* catalogue : catalogues) {
    for (const Pack& pack : catalogue->packs()) inputs.insert(resolved(pack.file));
  }
  return inputs;
}

/// Empty: the output can be written there.
std::string fault_of(const Output& output, const std::set<fs::path>& inputs) {
  if (is_standard_output(output.file)) return "";
  const fs::path folder = output.file.parent_path();
  std::error_code ignored;
  // The folder of a dump need not be there.
  const bool is_made = output.option == "--dump" && !fs::exists(folder, ignored);
  std::string fault = is_made ? folder_place_fault(folder) : file_place_fault(output.file);
  if (!fault.empty()) return fault;
  if (inputs.contains(resolved(output.file)))
    return "is read by this run, and would be overwritten";
  return "";
}

// Scenarios of one name would dump into one folder; what is not trained has nothing to dump.
void check_dump_folders(const std::vector<Task>& tasks, std::vector<Fault>& faults) {
  std::map<std::string, const Scenario*> first;
  for (const Task& task : tasks) {
    const Scenario& scenario = task.scenario;
    if (scenario.plan.mode == parallel::Mode::inference) {
      faults.push_back({scenario.file, "mode",
                        "inference with --dump: it has no gradients and leaves the weights as "
                        "they are; dump from mode: training"});
    }
    const std::string folder = dump_folder_of(scenario.name);
    if (tasks.size() > 1 && folder.size() > NAME_MAX) {
      faults.push_back({scenario.file, "scenario",
                        fmt::format("'{}' has {} bytes; with --dump it names a folder, and has {} "
                                    "at most",
                                    scenario.name, folder.size(), NAME_MAX)});
    }
    const auto [other, is_new] = first.try_emplace(folder, &scenario);
    if (is_new) continue;
    faults.push_back({scenario.file, "scenario",
                      fmt::format("'{}' would be dumped into the folder of '{}' ({}); give the "
                                  "scenarios different names",
                                  scenario.name, other->second->name, other->second->file)});
  }
}

}  // namespace

// Inside the folder of --dump whatever the name is: "." and ".." are no names there.
std::string dump_folder_of(const std::string& name) {
  std::string folder = name;
  std::ranges::replace(folder, '/', '_');
  if (folder.find_first_not_of('.') == std::string::npos) std::ranges::replace(folder, '.', '_');
  return folder.empty() ? "_" : folder;
}

fs::path dump_folder(const Options& options, const std::string& name, bool is_one) {
  if (options.dump.empty() || is_one) return options.dump;
  return options.dump / dump_folder_of(name);
}

std::vector<Fault> output_faults(const Options& options, const std::vector<Task>& tasks) {
  const std::set<fs::path> inputs = inputs_of(tasks);
  std::map<fs::path, std::string> taken;
  std::vector<Fault> faults;
  for (const Output& output : outputs_of(options)) {
    std::string what = fault_of(output, inputs);
    const auto [other, is_new] = taken.try_emplace(resolved(output.file), output.option);
    if (what.empty() && !is_new) what = fmt::format("is the file of {} too", other->second);
    if (what.empty()) continue;
    faults.push_back({fmt::format("{} {}", output.option, output.file.string()), "", what});
  }
  if (!options.dump.empty()) check_dump_folders(tasks, faults);
  return faults;
}

}  // namespace scenarios
