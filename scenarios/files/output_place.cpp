#include "scenarios/files/output_place.hpp"

#include <cerrno>
#include <climits>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scenarios/files/new_file.hpp"
#include "scenarios/read/descriptor.hpp"

namespace scenarios {

namespace {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

std::string cannot_be_written_to(const fs::path& folder) {
  return fmt::format("{} cannot be written to: {}", folder.string(), std::strerror(errno));
}

fs::path name_to_try(const fs::path& folder) {
  return folder / fmt::format(".shardscope.{}.try", ::getpid());
}

// Makes a file with something in it, and takes it away.
std::string fault_of_trying(const fs::path& folder) {
  const fs::path path = name_to_try(folder);
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (file.number() < 0) return cannot_be_written_to(folder);
  const bool is_written = ::write(file.number(), "", 1) == 1;
  std::string fault = is_written ? "" : cannot_be_written_to(folder);
  ::unlink(path.c_str());
  return fault;
}

std::string fault_of_trying_a_folder(const fs::path& parent) {
  const fs::path path = name_to_try(parent);
  if (::mkdir(path.c_str(), 0700) != 0) return cannot_be_written_to(parent);
  ::rmdir(path.c_str());
  return "";
}

std::string name_fault(const fs::path& name, const fs::path& folder) {
  const long most = ::pathconf(folder.c_str(), _PC_NAME_MAX);
  const auto size = static_cast<long>(name.native().size());
  if (most < 0 || size <= most) return "";
  return fmt::format("has a name of {} bytes; names have at most {} there", size, most);
}

// In a sticky folder only the owner of a file, or of the folder, may put another in its place.
bool is_kept_by_its_owner(const fs::path& file, const fs::path& folder) {
  struct stat of_file {};
  struct stat of_folder {};
  const uid_t self = ::geteuid();
  if (self == 0 || ::stat(file.c_str(), &of_file) != 0) return false;
  if (::stat(folder.c_str(), &of_folder) != 0 || (of_folder.st_mode & S_ISVTX) == 0) return false;
  return of_file.st_uid != self && of_folder.st_uid != self;
}

}  // namespace

std::string file_place_fault(const fs::path& path) {
  const fs::path file = link_target(path);
  const fs::path folder = folder_of(file);
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    return error && error != std::errc::no_such_file_or_directory &&
                   error != std::errc::not_a_directory
               ? fmt::format("{}: {}", folder.string(), error.message())
               : fmt::format("{} is no folder", folder.string());
  }
  if (std::string fault = name_fault(file.filename(), folder); !fault.empty()) return fault;
  const fs::file_status status = fs::symlink_status(file, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) return "is no regular file";
  if (is_kept_by_its_owner(file, folder)) {
    return fmt::format("belongs to somebody else, and {} lets nobody else replace it",
                       folder.string());
  }
  return fault_of_trying(folder);
}

std::string folder_place_fault(const fs::path& wanted) {
  std::error_code error;
  fs::path folder = wanted;
  fs::path missing;  // the outermost folder that would be made
  while (!folder.empty() && !fs::exists(folder, error)) {
    missing = folder.has_filename() ? folder.filename() : missing;
    const fs::path parent = folder.parent_path();
    if (parent == folder) break;
    folder = parent;
    if (std::string fault = name_fault(missing, folder_of(folder / missing)); !fault.empty()) {
      return fault;
    }
  }
  if (folder.empty()) folder = ".";
  if (!fs::is_directory(folder, error)) return fmt::format("{} is no folder", folder.string());
  return missing.empty() ? fault_of_trying(folder) : fault_of_trying_a_folder(folder);
}

}  // namespace scenarios
