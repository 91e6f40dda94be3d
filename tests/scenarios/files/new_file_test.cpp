#include "scenarios/files/new_file.hpp"

#include <iterator>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "scenarios/read/text_file.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace scenarios {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;

std::ptrdiff_t files_in(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

TEST(NewFile, TakesItsPlaceWhenItIsWhole) {
  const TemporaryFolder folder;
  const fs::path path = folder.write("old.txt", "old");
  {
    NewFile file(path);
    file.stream() << "new " << std::flush;
    EXPECT_EQ(read_text_file(path), "old");
    file.stream() << "text";
    file.finish();
  }
  EXPECT_EQ(read_text_file(path), "new text");
  EXPECT_EQ(files_in(path.parent_path()), 1);
}

TEST(NewFile, LeavesTheOldOneWhenItIsGivenUp) {
  const TemporaryFolder folder;
  const fs::path path = folder.write("old.txt", "old");
  { NewFile(path).stream() << "new" << std::flush; }
  EXPECT_EQ(read_text_file(path), "old");
  EXPECT_EQ(files_in(path.parent_path()), 1);
}

TEST(NewFile, SaysWhyItCannotBeWritten) {
  EXPECT_THROW(NewFile("/no such folder/file"), std::runtime_error);
}

}  // namespace
}  // namespace scenarios
