#include "ranks/heartbeats.hpp"

#include <cstddef>
#include <new>
#include <numeric>

#include "ranks/mpi_error.hpp"

namespace ranks {

namespace {

using Clock = std::chrono::steady_clock;

std::int64_t nanoseconds_of(Clock::time_point time) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}

int size_of(MPI_Comm communicator) {
  int size = 0;
  check_mpi(MPI_Comm_size(communicator, &size), "heartbeats", "MPI_Comm_size");
  return size;
}

/// For each rank of `communicator`, its number in `session`.
std::vector<int> ranks_in_session(MPI_Comm communicator, MPI_Comm session) {
  std::vector<int> local(static_cast<std::size_t>(size_of(communicator)));
  std::iota(local.begin(), local.end(), 0);
  std::vector<int> translated(local.size());
  MPI_Group from = MPI_GROUP_NULL;
  MPI_Group into = MPI_GROUP_NULL;
  check_mpi(MPI_Comm_group(communicator, &from), "heartbeats", "MPI_Comm_group");
  check_mpi(MPI_Comm_group(session, &into), "heartbeats", "MPI_Comm_group");
  check_mpi(MPI_Group_translate_ranks(from, static_cast<int>(local.size()), local.data(), into,
                                      translated.data()),
            "heartbeats", "MPI_Group_translate_ranks");
  MPI_Group_free(&from);
  MPI_Group_free(&into);
  return translated;
}

}  // namespace

Heartbeats::Heartbeats(MPI_Comm session) {
  check_mpi(MPI_Comm_split_type(session, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host_),
            "heartbeats", "MPI_Comm_split_type");
  void* memory = nullptr;
  check_mpi(MPI_Win_allocate_shared(sizeof(Sign), 1, MPI_INFO_NULL, host_, &memory, &window_),
            "heartbeats", "MPI_Win_allocate_shared");
  own_ = ::new (memory) Sign{};
  beat(Clock::now(), Activity::computing, Axis::control);
  find_neighbours(session);
  // Nobody may read a sign before its owner has made it.
  check_mpi(MPI_Barrier(host_), "heartbeats", "MPI_Barrier");
}

Heartbeats::~Heartbeats() {
  MPI_Win_free(&window_);
  MPI_Comm_free(&host_);
}

void Heartbeats::find_neighbours(MPI_Comm session) {
  by_rank_.resize(static_cast<std::size_t>(size_of(session)), nullptr);
  const std::vector<int> neighbours = ranks_in_session(host_, session);
  for (int local = 0; local < static_cast<int>(neighbours.size()); ++local) {
    MPI_Aint bytes = 0;
    int unit = 0;
    void* memory = nullptr;
    check_mpi(MPI_Win_shared_query(window_, local, &bytes, &unit, &memory), "heartbeats",
              "MPI_Win_shared_query");
    const int rank = neighbours[static_cast<std::size_t>(local)];
    by_rank_[static_cast<std::size_t>(rank)] = static_cast<const Sign*>(memory);
  }
}

void Heartbeats::beat(Clock::time_point now, Activity activity, Axis axis) {
  own_->activity.store(activity, std::memory_order_relaxed);
  own_->axis.store(axis, std::memory_order_relaxed);
  own_->nanoseconds.store(nanoseconds_of(now), std::memory_order_relaxed);
}

std::optional<LifeSign> Heartbeats::last_sign(int rank, Clock::time_point now) const {
  const Sign* const sign = by_rank_.at(static_cast<std::size_t>(rank));
  if (sign == nullptr) return std::nullopt;
  const std::int64_t age = nanoseconds_of(now) - sign->nanoseconds.load(std::memory_order_relaxed);
  return LifeSign{rank, static_cast<double>(age) * 1e-9,
                  sign->activity.load(std::memory_order_relaxed),
                  sign->axis.load(std::memory_order_relaxed)};
}

}  // namespace ranks
