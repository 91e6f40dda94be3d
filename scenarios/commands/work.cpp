#include "scenarios/commands/work.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "scenarios/commands/output_faults.hpp"
#include "scenarios/commands/patience.hpp"
#include "scenarios/commands/progress.hpp"
#include "scenarios/files/inputs.hpp"
#include "scenarios/files/project_files.hpp"
#include "scenarios/judge/check.hpp"
#include "scenarios/judge/quantities.hpp"
#include "scenarios/load/reader.hpp"
#include "scenarios/read/fault.hpp"

namespace scenarios {

namespace {

// Collects the faults of several steps.
class Faults {
 public:
  void add(const std::vector<Fault>& faults) { add_new(faults_, faults); }
  template <class Step>
  void add_faults_of(Step step) {
    try {
      step();
    } catch (const BadInput& error) {
      add(error.faults());
    }
  }
  void throw_if_any() const {
    if (!faults_.empty()) throw BadInput(faults_);
  }

 private:
  std::vector<Fault> faults_;
};

// Scenarios of a sweep share their packs, which are read once.
class Catalogues {
 public:
  std::shared_ptr<const Catalogue> load(const std::vector<std::string>& packs) {
    std::shared_ptr<const Catalogue>& loaded = loaded_[packs];
    if (loaded == nullptr) {
      loaded = std::make_shared<const Catalogue>(
          load_catalogue(formulas_folder(), packs, quantity_fault));
    }
    return loaded;
  }

 private:
  std::map<std::vector<std::string>, std::shared_ptr<const Catalogue>> loaded_;
};

// The packs of a scenario and those of --formulas that are not among them.
std::vector<std::string> with_added(std::vector<std::string> packs,
                                    const std::vector<std::string>& more) {
  for (const std::string& pack : more) {
    if (std::ranges::find(packs, pack) == packs.end()) packs.push_back(pack);
  }
  return packs;
}

void load_and_check(Task& task, Catalogues& catalogues, Faults& faults) {
  faults.add_faults_of([&] { task.catalogue = catalogues.load(task.scenario.packs); });
  if (task.catalogue == nullptr) return;
  const std::vector<Fault> found = judging_faults(*task.catalogue, task.scenario);
  faults.add(found);
  if (found.empty()) {
    faults.add_faults_of([&task] { estimates(*task.catalogue, task.scenario); });
  }
}

}  // namespace

std::vector<Task> prepare(const Options& options) {
  Faults faults;
  Patience patience(options.quiet || options.is_launched);
  patience.at("reading the scenarios");
  const bool runs = options.command == Command::run || options.command == Command::sweep;
  Catalogues catalogues;
  Reading reading = read_scenarios_and_faults(options.scenarios, options.overrides, options.texts);
  faults.add(reading.faults);
  std::vector<Task> tasks;
  for (Scenario& scenario : reading.scenarios) {
    scenario.packs = with_added(scenario.packs, options.packs);
    tasks.push_back({std::move(scenario), nullptr});
  }
  // A dry sweep may have thousands, which takes a while.
  const bool is_survey = options.command == Command::dry && tasks.size() > 1;
  const Progress progress(is_survey && !options.quiet, false);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    progress.show(i + 1, tasks.size(), "checking " + tasks[i].scenario.name);
    patience.at("checking " + tasks[i].scenario.name);
    load_and_check(tasks[i], catalogues, faults);
    if (runs) faults.add_faults_of([&] { open_inputs(tasks[i].scenario); });
  }
  progress.clear();
  for (const NamedFiles& named : reading.of_faulty) {
    faults.add_faults_of([&] { catalogues.load(with_added(named.packs, options.packs)); });
    if (runs) faults.add(unreadable(named.inputs));
  }
  faults.add(output_faults(options, tasks));
  faults.throw_if_any();
  return tasks;
}

int largest_mesh(const std::vector<Task>& tasks) {
  int largest = 1;
  for (const Task& task : tasks) largest = std::max(largest, task.scenario.ranks());
  return largest;
}

}  // namespace scenarios
