#pragma once

#include <string>
#include <vector>

#include "scenarios/report/text_table.hpp"

namespace scenarios {

/// What can be written of one sort, from the tables that the program itself reads.
class Reference {
 public:
  struct Entry {
    std::string name;
    std::string values;    // of which kind, range or words
    std::string unit;      // empty: none
    std::string fallback;  // the default; empty: none
    std::string meaning;
  };

  Reference(std::string title, std::vector<Entry> entries)
      : title_(std::move(title)), entries_(std::move(entries)) {}

  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  /// Whether a name matches `pattern`, as a shell matches files.
  [[nodiscard]] bool has(const std::string& pattern) const;
  /// A row an entry, of those that match one of the patterns (none: all).
  [[nodiscard]] std::string text(const std::vector<std::string>& patterns,
                                 const TerminalStyle& style) const;
  /// The same as a section of a page.
  [[nodiscard]] std::string markdown() const;

 private:
  std::string title_;
  std::vector<Entry> entries_;
};

Reference key_reference();
Reference variable_reference();
Reference quantity_reference();

/// All three as one page, scenarios/REFERENCE.md.
std::string reference_page();

}  // namespace scenarios
