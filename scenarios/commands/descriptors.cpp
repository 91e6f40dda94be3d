#include "scenarios/commands/descriptors.hpp"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace scenarios {

void open_closed_descriptors() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    const bool is_closed = ::fcntl(descriptor, F_GETFD) == -1 && errno == EBADF;
    if (is_closed) ::open("/dev/null", O_RDWR);  // the lowest free number: this one
  }
}

}  // namespace scenarios
