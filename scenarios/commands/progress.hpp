#pragma once

#include <cstdint>
#include <string_view>

namespace scenarios {

/// How far a sweep is, on standard error. Ranks that our launcher started write each state as a
/// marked line, which the launcher draws or drops; under the user's own mpirun nothing is drawn
/// unless standard error is a terminal.
class Progress {
 public:
  Progress(bool is_sweep, bool is_launched);
  /// "12/24 NAME" is about to run.
  void show(std::size_t number, std::size_t total, std::string_view name) const;
  /// Takes the drawn line away.
  void clear() const;

 private:
  enum class How : std::uint8_t { not_at_all, drawn, marked };
  How how_;
};

/// Draws or takes away one line at the end of a terminal, no longer than the terminal is wide.
void draw_progress(std::string_view text);
void clear_progress();

}  // namespace scenarios
