#include "ranks/agreement.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "ranks/mpi_error.hpp"
#include "sim/ensure.hpp"

namespace ranks {

namespace {

#ifdef NDEBUG
constexpr bool checked_unless_told = false;
#else
constexpr bool checked_unless_told = true;
#endif

int world_rank_of(MPI_Comm handle, int rank) {
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Group world = MPI_GROUP_NULL;
  int translated = rank;
  MPI_Comm_group(handle, &group);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_translate_ranks(group, 1, &rank, world, &translated);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  return translated;
}

std::string text_of(MPI_Comm handle, int rank, const CollectiveCall& call) {
  return fmt::format("rank {} calls {} of {} {}", world_rank_of(handle, rank),
                     call.operation.data(), call.elements, name_of(call.dtype));
}

std::vector<CollectiveCall> calls_of_all(MPI_Comm handle, std::string_view label,
                                         const CollectiveCall& own) {
  static_assert(std::is_trivially_copyable_v<CollectiveCall>);
  int size = 0;
  check_mpi(MPI_Comm_size(handle, &size), label, "MPI_Comm_size");
  std::vector<CollectiveCall> calls(static_cast<std::size_t>(size), own);
  check_mpi(MPI_Allgather(&own, sizeof own, MPI_BYTE, calls.data(), sizeof own, MPI_BYTE, handle),
            label, "agreement");
  return calls;
}

}  // namespace

CollectiveCall::CollectiveCall(std::string_view name, std::int64_t element_count, sim::Dtype type)
    : elements(element_count), dtype(type) {
  ENSURE(name.size() < operation.size(), name);
  std::ranges::copy(name, operation.begin());
}

bool collectives_are_checked() {
  const char* told = std::getenv("SHARDSCOPE_CHECK_COLLECTIVES");
  return told == nullptr ? checked_unless_told : std::string_view(told) != "0";
}

void require_agreement(MPI_Comm handle, std::string_view label, const CollectiveCall& own) {
  const std::vector<CollectiveCall> calls = calls_of_all(handle, label, own);
  const auto other = std::ranges::find_if(
      calls, [&calls](const CollectiveCall& call) { return call != calls.front(); });
  if (other == calls.end()) return;
  throw sim::Error(fmt::format("ranks of a group over {} call different operations: {}, {}", label,
                               text_of(handle, 0, calls.front()),
                               text_of(handle, static_cast<int>(other - calls.begin()), *other)));
}

}  // namespace ranks
