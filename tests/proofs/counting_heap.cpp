#include "tests/proofs/counting_heap.hpp"

#include <atomic>
#include <cerrno>
#include <cstddef>

#include <malloc.h>

// The allocator of glibc under its own names: the ones below take the public names in its place.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* block, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
void __libc_free(void* block);
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

namespace test::heap {
namespace {

// Touched before main and by every thread, so they must need no constructor.
constinit std::atomic<std::int64_t> live_bytes{0};
constinit std::atomic<std::int64_t> peak_bytes{0};
constinit thread_local int uncounted_scopes = 0;

std::int64_t size_of(void* block) {
  return static_cast<std::int64_t>(malloc_usable_size(block));
}

void add(std::int64_t bytes) {
  const std::int64_t now = live_bytes.fetch_add(bytes) + bytes;
  std::int64_t peak = peak_bytes.load();
  while (now > peak && !peak_bytes.compare_exchange_weak(peak, now)) {
  }
}

void* counted(void* block) {
  if (block != nullptr && uncounted_scopes == 0) add(size_of(block));
  return block;
}

void forget(void* block) {
  if (block != nullptr && uncounted_scopes == 0) add(-size_of(block));
}

}  // namespace

std::int64_t live() {
  return live_bytes;
}
std::int64_t peak() {
  return peak_bytes;
}
void restart_peak() {
  peak_bytes = live_bytes.load();
}

Uncounted::Uncounted() {
  ++uncounted_scopes;
}
Uncounted::~Uncounted() {
  --uncounted_scopes;
}

}  // namespace test::heap

extern "C" {

void* malloc(std::size_t bytes) {
  return test::heap::counted(__libc_malloc(bytes));
}

void* calloc(std::size_t count, std::size_t bytes) {
  return test::heap::counted(__libc_calloc(count, bytes));
}

// Both blocks are alive while one is copied into the other.
void* realloc(void* block, std::size_t bytes) {
  const std::int64_t before = block == nullptr ? 0 : test::heap::size_of(block);
  void* const moved = test::heap::counted(__libc_realloc(block, bytes));
  const bool is_freed = moved != nullptr || bytes == 0;
  if (is_freed && test::heap::uncounted_scopes == 0) test::heap::add(-before);
  return moved;
}

void* memalign(std::size_t alignment, std::size_t bytes) {
  return test::heap::counted(__libc_memalign(alignment, bytes));
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  return memalign(alignment, bytes);
}

int posix_memalign(void** block, std::size_t alignment, std::size_t bytes) {
  *block = memalign(alignment, bytes);
  return *block == nullptr ? ENOMEM : 0;
}

void free(void* block) {
  test::heap::forget(block);
  __libc_free(block);
}

}  // extern "C"
