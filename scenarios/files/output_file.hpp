#pragma once

#include <filesystem>
#include <optional>
#include <ostream>

#include "scenarios/files/new_file.hpp"

namespace scenarios {

/// Whether results that go to `path` go to standard output.
inline bool is_standard_output(const std::filesystem::path& path) {
  return path == "-";
}

/// A file that appears whole or not at all, or standard output where it is called "-". All throw
/// std::runtime_error with the system's reason.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& path);

  std::ostream& stream();
  /// Throws when not all that was put into the stream could be written.
  void check();
  /// Ends the writing; throws as check() does.
  void close();
  /// Puts a file in its place.
  void publish();

 private:
  std::optional<NewFile> file_;  // none: standard output
};

}  // namespace scenarios
