#pragma once

#include <compare>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace scenarios {

/// Where a value came from: a line of a file (0: the file as a whole), or an option of the command
/// line.
struct Origin {
  std::string file;
  int line = 0;
  std::string option;  // "--set zero.stage=2"; empty: from the file

  /// "FILE:LINE", "FILE" or the option.
  [[nodiscard]] std::string text() const;
};

/// One thing that is wrong with the input.
struct Fault {
  std::string where;
  std::string key;  // may be empty
  std::string what;

  /// "WHERE: KEY: WHAT"
  [[nodiscard]] std::string text() const;
  auto operator<=>(const Fault&) const = default;  // NOLINT(modernize-use-nullptr): there is no 0
};

/// Input that cannot be used (exit status 2): all its faults, one a line.
class BadInput : public std::runtime_error {
 public:
  explicit BadInput(std::span<const Fault> faults);
  BadInput(std::string where, std::string key, std::string what);
  [[nodiscard]] const std::vector<Fault>& faults() const { return faults_; }

 private:
  std::vector<Fault> faults_;
};

/// Appends the faults that are not among `all` yet: many scenarios may share one.
void add_new(std::vector<Fault>& all, std::span<const Fault> faults);

/// A value that cannot be read as what its key needs; the reader turns it into a Fault.
class BadValue : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace scenarios
