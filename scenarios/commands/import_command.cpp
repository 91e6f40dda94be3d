#include "scenarios/commands/import_command.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "scenarios/files/new_file.hpp"
#include "scenarios/files/output_place.hpp"
#include "scenarios/import/formats.hpp"
#include "scenarios/import/import_report.hpp"
#include "scenarios/import/scenario_text.hpp"
#include "scenarios/import/syntax/printable.hpp"

namespace scenarios {

namespace {

namespace fs = std::filesystem;

// What is wrong with the place of the result, if it is a file.
void check_output(const Options& options, std::vector<Fault>& faults) {
  const fs::path& file = options.output;
  if (file.empty() || file == "-") return;
  const std::string where = fmt::format("-o {}", file.string());
  std::error_code error;
  const bool is_input = std::ranges::any_of(options.scenarios, [&file](const fs::path& input) {
    std::error_code ignored;
    return fs::equivalent(input, file, ignored);
  });
  if (is_input) {
    faults.push_back({where, "", "is one of the files that are read"});
  } else if (std::string fault = file_place_fault(file); !fault.empty()) {
    faults.push_back({where, "", std::move(fault)});
  } else if (fs::exists(file, error) && !options.force) {
    faults.push_back({where, "", "is there already; --force replaces it"});
  }
}

}  // namespace

int import_configs(const Options& options) {
  const ImportResult result = import_files(
      options.scenarios,
      {.overrides = options.overrides, .ranks = options.ranks, .format = options.format});
  std::vector<Fault> faults = result.faults;
  if (!options.partial) std::ranges::copy(result.imported.missing, std::back_inserter(faults));
  const bool is_written = !options.output.empty();
  if (is_written) std::ranges::copy(result.imported.obstacles, std::back_inserter(faults));
  check_output(options, faults);
  const bool to_stdout = options.output == "-";
  const bool is_reported = !options.quiet && !result.imported.sources.empty();
  if (is_reported) fmt::print(to_stdout ? stderr : stdout, "{}", import_report(result));
  for (Fault& fault : faults) fault.what = printable(fault.what);
  if (!faults.empty()) throw BadInput(faults);
  if (to_stdout) {
    fmt::print("{}", scenario_text(result));
  } else if (is_written) {
    write_text_file(options.output, scenario_text(result));
  }
  return 0;
}

}  // namespace scenarios
