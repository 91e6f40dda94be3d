#include "scenarios/read/fault.hpp"

#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace scenarios {

namespace {

std::string one_a_line(std::span<const Fault> faults) {
  std::vector<std::string> lines;
  lines.reserve(faults.size());
  for (const Fault& fault : faults) lines.push_back(fault.text());
  return fmt::format("{}", fmt::join(lines, "\n"));
}

}  // namespace

std::string Origin::text() const {
  if (!option.empty()) return option;
  return line > 0 ? fmt::format("{}:{}", file, line) : file;
}

std::string Fault::text() const {
  return key.empty() ? fmt::format("{}: {}", where, what)
                     : fmt::format("{}: {}: {}", where, key, what);
}

BadInput::BadInput(std::span<const Fault> faults)
    : std::runtime_error(one_a_line(faults)), faults_(faults.begin(), faults.end()) {}

BadInput::BadInput(std::string where, std::string key, std::string what)
    : BadInput(std::array{Fault{std::move(where), std::move(key), std::move(what)}}) {}

void add_new(std::vector<Fault>& all, std::span<const Fault> faults) {
  if (faults.empty()) return;
  std::set<Fault> known(all.begin(), all.end());
  for (const Fault& fault : faults) {
    if (known.insert(fault).second) all.push_back(fault);
  }
}

}  // namespace scenarios
