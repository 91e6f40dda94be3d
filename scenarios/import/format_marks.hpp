#pragma once

#include <span>
#include <string_view>

#include "scenarios/import/recognise.hpp"

namespace scenarios {

/// How a format is told from the others.
struct FormatMarks {
  Format format;
  std::string_view name;   // for --format
  std::string_view title;  // for people
  /// Keys that no other format has, separated by spaces: one of them is enough. Keys joined by +
  /// are a mark together.
  std::string_view marks;
  /// Where no format has a mark: keys that it shares with others, written in the same way, and
  /// names of the first level, if the file has no others.
  std::string_view shared{};
  std::string_view sections{};
  /// Formats that have this one's marks among their keys: their files are not of this one.
  std::span<const Format> inside{};
  /// Keys that are enough in the arguments of a command, which no other format is written as.
  std::string_view as_arguments{};
};

/// One row a format.
std::span<const FormatMarks> all_formats();

}  // namespace scenarios
