#include "scenarios/commands/listings.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenarios/commands/console.hpp"
#include "scenarios/files/project_files.hpp"
#include "scenarios/judge/quantities.hpp"
#include "scenarios/packs/read_pack.hpp"
#include "scenarios/read/edit_distance.hpp"
#include "scenarios/read/fault.hpp"
#include "scenarios/report/reference.hpp"
#include "scenarios/report/terminal.hpp"
#include "scenarios/report/verdict_file.hpp"

namespace scenarios {

namespace {

std::vector<Pack> read_packs(const Options& options) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(formulas_folder())) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  files.insert(files.end(), options.packs.begin(), options.packs.end());
  std::vector<Pack> packs;
  packs.reserve(files.size());
  for (const std::filesystem::path& file : files) packs.push_back(read_pack(file, quantity_fault));
  return packs;
}

// Empty: neither a pack nor a formula is called so.
std::string listing_of(const std::string& name, const std::vector<Pack>& packs,
                       const VerdictCounts& verdicts) {
  std::string text;
  for (const Pack& pack : packs) {
    if (pack.name == name) return pack_listing(pack, verdicts);
    for (const Formula& formula : pack.formulas) {
      if (formula.id == name) text += formula_listing(formula, verdicts);
    }
  }
  return text;
}

std::string nearest_name(const std::string& name, const std::vector<Pack>& packs) {
  std::vector<std::string> names;
  for (const Pack& pack : packs) {
    names.push_back(pack.name);
    for (const Formula& formula : pack.formulas) names.push_back(formula.id);
  }
  return *std::ranges::min_element(
      names, {}, [&name](const std::string& known) { return edit_distance(name, known); });
}

int print_reference(const Reference& reference, const Options& options) {
  std::vector<Fault> faults;
  for (const std::string& pattern : options.names) {
    if (!reference.has(pattern)) faults.push_back({pattern, "", "nothing is called so"});
  }
  if (!faults.empty()) throw BadInput(faults);
  fmt::print("{}", reference.text(options.names, terminal_style(options)));
  return 0;
}

}  // namespace

int print_formulas(const Options& options) {
  const std::vector<Pack> packs = read_packs(options);
  if (options.names.empty()) {
    fmt::print("{}", pack_table(packs, terminal_style(options)));
    return 0;
  }
  const VerdictCounts verdicts = read_verdict_file(formulas_folder() / "verdicts.json");
  std::vector<Fault> faults;
  std::string text;
  for (const std::string& name : options.names) {
    const std::string listing = listing_of(name, packs, verdicts);
    text += listing + "\n";
    if (!listing.empty()) continue;
    faults.push_back({name, "",
                      fmt::format("no pack and no formula is called so; nearest: {}",
                                  nearest_name(name, packs))});
  }
  if (!faults.empty()) throw BadInput(faults);
  fmt::print("{}", text);
  return 0;
}

int print_keys(const Options& options) {
  return print_reference(key_reference(), options);
}

int print_variables(const Options& options) {
  return print_reference(variable_reference(), options);
}

int print_quantities(const Options& options) {
  return print_reference(quantity_reference(), options);
}

}  // namespace scenarios
