#pragma once

#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>

namespace scenarios {

/// Where a chain of links ends, whether there is a file yet or not: `path` itself where it is no
/// link. A chain that goes round ends in a link, and opening it says so.
std::filesystem::path link_target(std::filesystem::path path);

/// A file that is written part by part, so that a reader finds the old contents or the new, never a
/// part: under a temporary name beside it, renamed at the end, and removed if that is not reached.
/// A link stays, and what it points to is replaced, or made.
class NewFile {
 public:
  /// Throws std::runtime_error with the system's reason, as all here do.
  explicit NewFile(const std::filesystem::path& path);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile();

  std::ostream& stream() { return stream_; }
  /// Throws when not all that was put into the stream could be written.
  void check();
  /// Ends the writing; throws as check() does.
  void close();
  /// Puts the file in its place, closed or not.
  void finish();

 private:
  std::filesystem::path path_;
  std::filesystem::path temporary_;
  std::ofstream stream_;
};

/// Writes a NewFile at once. Throws std::runtime_error with the reason.
void write_text_file(const std::filesystem::path& path, const std::string& text);

}  // namespace scenarios
