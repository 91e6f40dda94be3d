#include "scenarios/files/output_file.hpp"

#include <iostream>
#include <stdexcept>

namespace scenarios {

OutputFile::OutputFile(const std::filesystem::path& path) {
  if (!is_standard_output(path)) file_.emplace(path);
}

std::ostream& OutputFile::stream() {
  return file_ ? file_->stream() : std::cout;
}

void OutputFile::check() {
  if (file_) {
    file_->check();
  } else if (!std::cout) {
    throw std::runtime_error("standard output could not be written in full");
  }
}

void OutputFile::close() {
  if (file_) {
    file_->close();
  } else {
    std::cout.flush();
    check();
  }
}

void OutputFile::publish() {
  if (file_) file_->finish();
}

}  // namespace scenarios
