#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "scenarios/read/draft.hpp"
#include "scenarios/read/expectations.hpp"
#include "scenarios/read/fault.hpp"

namespace scenarios {

/// One axis of a `sweep:` grid: the values a key takes, in order.
struct Axis {
  std::string key;
  std::vector<Given> values;
};

/// One grid: the product of its axes. `sweep:` is one grid, or a list of grids one after another.
using Grid = std::vector<Axis>;

/// What one scenario file says, key by key, before anything is filled in or compared. Each value
/// has passed its own key's checks; what did not is a fault.
struct Document {
  std::string file;
  std::map<std::string, Given> given;
  std::vector<Grid> sweep;  // in the order of the file; empty: no sweep
  CheckSection check;
  std::map<std::string, int> section_lines;
  std::set<std::string> refused;  // keys whose value was a fault
  std::vector<Fault> faults;
};

/// Reads one YAML file, or its text where that is given: `file` is what messages call it. Unknown
/// and repeated keys, merges (`<<`), and values of the wrong kind or outside their range are faults
/// of the document; a file that is no YAML mapping throws BadInput.
Document read_document(const std::filesystem::path& path);
Document read_document_text(const std::string& file, const std::string& text);

/// `--set key=value`: the value is YAML, so lists can be written. Wins over what the file gives and
/// takes the place of a sweep axis over the same key. Faults are added to the document.
void apply_override(Document& document, const std::string& text);

}  // namespace scenarios
