#include "scenarios/commands/listings.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenarios/commands/patience.hpp"
#include "scenarios/commands/work.hpp"
#include "scenarios/files/project_files.hpp"
#include "scenarios/judge/check.hpp"
#include "scenarios/judge/quantities.hpp"
#include "scenarios/judge/remarks.hpp"
#include "scenarios/packs/read_pack.hpp"
#include "scenarios/read/fault.hpp"
#include "scenarios/report/terminal.hpp"
#include "scenarios/report/verdict_file.hpp"

namespace scenarios {

namespace {

std::vector<std::filesystem::path> pack_files(const Options& options) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(formulas_folder())) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  files.insert(files.end(), options.packs.begin(), options.packs.end());
  return files;
}

}  // namespace

int print_estimates(const Options& options) {
  Patience patience(options.quiet);
  for (const Task& task : prepare(options)) {
    patience.at("estimating " + task.scenario.name);
    const TerminalStyle style{.colour = options.colour, .all_ranks = options.verbose};
    fmt::print("{}\n",
               estimate_table(task.scenario, estimates(*task.catalogue, task.scenario), style));
    const auto remarks = remark_values(*task.catalogue, task.scenario);
    if (!remarks.empty()) fmt::print("{}\n", remark_table(remarks, style));
  }
  return 0;
}

int print_formulas(const Options& options) {
  const VerdictCounts verdicts = read_verdict_file(formulas_folder() / "verdicts.json");
  std::string names;
  for (const std::filesystem::path& file : pack_files(options)) {
    const Pack pack = read_pack(file, quantity_fault);
    names += (names.empty() ? "" : ", ") + pack.name;
    if (options.pack.empty() || options.pack == pack.name)
      fmt::print("{}\n", pack_listing(pack, verdicts));
    if (options.pack == pack.name) return 0;
  }
  if (options.pack.empty()) return 0;
  throw BadInput("--pack " + options.pack, "", "no such pack; known: " + names);
}

}  // namespace scenarios
