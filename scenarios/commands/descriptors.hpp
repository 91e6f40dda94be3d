#pragma once

#include <utility>

#include <unistd.h>

namespace scenarios {

/// A descriptor of its own, closed at the end; negative: none.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

/// Opens those of standard input, output and error that came closed on the null device: the first
/// file that is opened would be taken for them otherwise, and get what is printed.
void open_closed_descriptors();

}  // namespace scenarios
