#pragma once

#include <cstdint>

namespace test::heap {

// A binary that links counting_heap.cpp has its malloc, calloc, realloc, aligned_alloc,
// posix_memalign, memalign and free counted, whoever calls them: new, a library, MPI. What is
// counted is what the caller may use of a block, 8 to 71 bytes more than was asked for.

/// Bytes alive.
std::int64_t live();
/// The most bytes that were alive at once since restart_peak().
std::int64_t peak();
void restart_peak();

/// While one lives, what its thread allocates is not counted: for what the test itself or MPI
/// needs.
class Uncounted {
 public:
  Uncounted();
  Uncounted(const Uncounted&) = delete;
  Uncounted& operator=(const Uncounted&) = delete;
  ~Uncounted();
};

}  // namespace test::heap
