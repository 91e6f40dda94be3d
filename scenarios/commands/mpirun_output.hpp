#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace scenarios {

/// Reads mpirun's standard error line by line: lets the ranks' own lines through, keeps back the
/// blocks in which mpirun explains the end of a run in its own words, and finds in all of it the
/// one line that says which rank ended the run and why.
class MpirunOutput {
 public:
  /// The line to pass on, or nothing.
  std::optional<std::string> pass(const std::string& line);

  /// "error: rank R: reason" of a failed run: what a rank said of itself, else what mpirun says of
  /// it, else the first thing mpirun said; empty when nothing was said.
  [[nodiscard]] std::string reason() const;
  /// Everything kept back, for those who want mpirun's own words.
  [[nodiscard]] const std::string& kept_back() const { return kept_back_; }

 private:
  void read_block_line(const std::string& line);
  void add_to_first_paragraph(const std::string& line);

  bool in_block_ = false;
  std::string said_by_rank_;
  std::string said_by_mpirun_;
  std::string failed_rank_;  // of "Process name: [[1,1],R]"
  std::string first_paragraph_;
  bool paragraph_is_over_ = false;
  std::string kept_back_;
};

}  // namespace scenarios
