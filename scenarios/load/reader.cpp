#include "scenarios/load/reader.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "scenarios/import/model_config.hpp"
#include "scenarios/load/sweep.hpp"
#include "scenarios/read/check.hpp"
#include "scenarios/read/defaults.hpp"
#include "scenarios/read/document.hpp"
#include "scenarios/read/plan.hpp"

namespace scenarios {

namespace {

namespace fs = std::filesystem;

// Paths in a scenario file are relative to it, those of --set to the current folder.
fs::path resolve(const Draft& draft, KeyOf<std::string> key) {
  const auto text = draft.get<std::string>(key);
  if (!text) return {};
  const Origin* origin = draft.origin_of(key);
  const bool from_file = origin != nullptr && origin->option.empty();
  return from_file ? fs::path(origin->file).parent_path() / *text : fs::path(*text);
}

// A pack is named ("exact") or is a file, whose path is relative to the scenario's.
std::string resolve_pack(const Document& document, const std::string& pack) {
  const bool is_path = pack.ends_with(".yaml") || pack.find('/') != std::string::npos;
  const bool is_of_file = is_path && !document.check.packs_are_set;
  return is_of_file ? (fs::path(document.file).parent_path() / pack).string() : pack;
}

Draft draft_of(const Document& document, const SweepPoint& point) {
  Draft draft(document.file, document.section_lines);
  for (const auto& [key, given] : document.given) draft.give(key, given);
  for (const auto& [key, given] : point.values) draft.give(key, given);
  for (const std::string& key : document.refused) draft.skip(key);
  return draft;
}

// Whether the shape is there: without it, every required key would be one more fault.
bool read_config(Draft& draft) {
  if (!draft.has("model.config")) return true;
  try {
    apply_model_config(draft, resolve(draft, "model.config"));
    return true;
  } catch (const BadInput& error) {
    draft.refuse("model.config", *draft.origin_of("model.config"), error.what());
    return false;
  }
}

std::vector<std::string> packs_of(const Document& document) {
  std::vector<std::string> packs;
  for (const std::string& pack : document.check.packs) {
    packs.push_back(resolve_pack(document, pack));
  }
  return packs;
}

InputFiles inputs_of(const Draft& draft) {
  return {.config = resolve(draft, "model.config"),
          .data = resolve(draft, "training.data"),
          .batches = resolve(draft, "training.batches"),
          .weights = resolve(draft, "training.weights")};
}

Scenario scenario_of(const Document& document, const Draft& draft, const std::string& label) {
  Scenario scenario;
  scenario.name =
      draft.get<std::string>("scenario").value_or(fs::path(document.file).stem().string()) + label;
  scenario.about = draft.get<std::string>("about").value_or("");
  scenario.file = document.file;
  scenario.values = draft.values();
  scenario.values.scenario.reset();
  scenario.values.about.reset();
  scenario.packs = packs_of(document);
  scenario.expectations = document.check.expectations;
  scenario.expectation_lines = document.check.expectation_lines;
  scenario.inputs = inputs_of(draft);
  scenario.plan = plan_of(scenario.values);
  return scenario;
}

// The points of a sweep mostly share their faults: each is told once, with the point it belongs to
// when it is not a fault of all.
class PointFaults {
 public:
  void add(const std::vector<Fault>& faults, const std::string& label) {
    ++points_;
    for (const Fault& fault : faults) {
      if (!labels_.contains(fault)) order_.push_back(fault);
      labels_[fault].push_back(label);
    }
  }

  [[nodiscard]] std::vector<Fault> collect() const {
    std::vector<Fault> faults;
    for (Fault fault : order_) {
      const std::vector<std::string>& labels = labels_.at(fault);
      if (labels.size() < points_) {
        fault.what += fmt::format(" (sweep point {}", labels.front());
        if (labels.size() > 1) fault.what += fmt::format(" and {} more", labels.size() - 1);
        fault.what += ")";
      }
      faults.push_back(std::move(fault));
    }
    return faults;
  }

 private:
  std::size_t points_ = 0;
  std::vector<Fault> order_;
  std::map<Fault, std::vector<std::string>> labels_;
};

// Appends the scenarios of one file, or its faults.
void read_file(Document document, std::span<const std::string> overrides, Reading& reading) {
  for (const std::string& text : overrides) apply_override(document, text);
  PointFaults point_faults;
  for (const SweepPoint& point : sweep_points(document.sweep)) {
    Draft draft = draft_of(document, point);
    const bool has_shape = read_config(draft);
    const auto sources = std::make_shared<const Sources>(draft.sources());
    if (has_shape) {
      fill_defaults(draft);
      check_all(draft);
    }
    point_faults.add(draft.faults(), point.label);
    if (draft.faults().empty() && document.faults.empty()) {
      reading.scenarios.push_back(scenario_of(document, draft, point.label));
      reading.scenarios.back().sources = sources;
    } else {
      reading.of_faulty.push_back({packs_of(document), inputs_of(draft)});
    }
  }
  std::ranges::copy(document.faults, std::back_inserter(reading.faults));
  std::ranges::copy(point_faults.collect(), std::back_inserter(reading.faults));
}

std::vector<fs::path> files_of(const fs::path& path) {
  // What is neither file nor folder, or cannot be looked at, is told when it is opened.
  std::error_code error;
  if (!fs::is_directory(path, error)) return {path};
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string extension = entry->path().extension().string();
    const bool is_scenario = extension == ".yaml" || extension == ".yml";
    std::error_code ignored;
    if (is_scenario && !entry->is_directory(ignored)) files.push_back(entry->path());
  }
  if (error) throw BadInput(path.string(), "", error.message());
  std::ranges::sort(files);
  if (files.empty()) throw BadInput(path.string(), "", "holds no .yaml or .yml file");
  return files;
}

}  // namespace

Reading read_scenarios_and_faults(std::span<const fs::path> paths,
                                  std::span<const std::string> overrides,
                                  const std::map<std::string, std::string>& texts) {
  const auto document_of = [&texts](const fs::path& file) {
    const auto text = texts.find(file.string());
    return text == texts.end() ? read_document(file)
                               : read_document_text(file.string(), text->second);
  };
  Reading reading;
  for (const fs::path& path : paths) {
    try {
      for (const fs::path& file : files_of(path)) {
        read_file(document_of(file), overrides, reading);
      }
    } catch (const BadInput& error) {
      std::ranges::copy(error.faults(), std::back_inserter(reading.faults));
    }
  }
  // One mistake in an option is a fault of every file it was applied to.
  std::vector<Fault> distinct;
  for (const Fault& fault : reading.faults) {
    if (std::ranges::find(distinct, fault) == distinct.end()) distinct.push_back(fault);
  }
  reading.faults = std::move(distinct);
  return reading;
}

std::vector<Scenario> read_scenarios(std::span<const fs::path> paths,
                                     std::span<const std::string> overrides) {
  Reading reading = read_scenarios_and_faults(paths, overrides);
  if (!reading.faults.empty()) throw BadInput(reading.faults);
  return std::move(reading.scenarios);
}

}  // namespace scenarios
