#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace scenarios {

/// What rank 0 tells our launcher between the lines of its log, on standard error: mpirun carries
/// it from whatever host the rank is on, and no file is needed.
enum class Mark : std::uint8_t {
  progress,  // how far a sweep is; empty: nothing is under way
  status     // the exit status that the run has come to
};

struct MarkedLine {
  Mark mark = Mark::progress;
  std::string text;
  std::string before;  // an unfinished line of somebody else, to which this one was joined
};

/// The line without its break.
std::string marked_line(Mark mark, std::string_view text);

/// The inverse; nothing for a line of the log.
std::optional<MarkedLine> read_marked_line(std::string_view line);

}  // namespace scenarios
