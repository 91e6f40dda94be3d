#include "ranks/session.hpp"

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <optional>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <mpi.h>

#include "ranks/communicator.hpp"
#include "ranks/datatypes.hpp"
#include "ranks/group_state.hpp"
#include "ranks/heartbeats.hpp"
#include "ranks/host_cores.hpp"
#include "ranks/mpi_error.hpp"
#include "ranks/mpi_runtime.hpp"
#include "ranks/mpi_transport.hpp"
#include "ranks/operation_slot.hpp"
#include "ranks/watchdog.hpp"
#include "sim/ensure.hpp"

namespace ranks {

namespace {

/// A communicator of the session's own, so that its messages cannot meet anybody else's.
MPI_Comm copy_of_world() {
  MPI_Comm copy = MPI_COMM_NULL;
  check_mpi(MPI_Comm_dup(MPI_COMM_WORLD, &copy), "session", "MPI_Comm_dup");
  return copy;
}

/// Bytes or 64-bit numbers as one row.
template <class Element>
auto view_of(std::span<Element> elements) {
  using Byte = std::conditional_t<std::is_const_v<Element>, const std::byte, std::byte>;
  static_assert(sizeof(Element) == 1 || sizeof(Element) == sizeof(std::int64_t));
  const auto dtype = sizeof(Element) == 1 ? sim::Dtype::uint8 : sim::Dtype::int64;
  const std::int64_t count = std::ssize(elements);
  return sim::BasicView<Byte>{reinterpret_cast<Byte*>(elements.data()), dtype, 1, count, count};
}

template <class Held>
Held of_size(std::int64_t count) {
  Held held;
  held.resize(static_cast<std::size_t>(count));
  return held;
}

/// How many cores of its host each of the ranks there can count on. Collective over `host`.
int share_of_host(MPI_Comm host) {
  static_assert(std::is_trivially_copyable_v<CoreSet>);
  int rank = 0;
  int size = 0;
  check_mpi(MPI_Comm_rank(host, &rank), "cores", "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(host, &size), "cores", "MPI_Comm_size");
  const CoreSet own = cores_of_this_process();
  std::vector<CoreSet> of_all(static_cast<std::size_t>(size));
  check_mpi(MPI_Allgather(&own, sizeof own, MPI_BYTE, of_all.data(), sizeof own, MPI_BYTE, host),
            "cores", "MPI_Allgather");
  return share_of_cores(of_all, static_cast<std::size_t>(rank));
}

}  // namespace

/// In the order in which things can be made; they end in the reverse order.
struct Session::State {
  State(int& argc, char**& argv, std::chrono::seconds timeout)
      : runtime(argc, argv), world(copy_of_world(), "session", types, largest_piece) {
    rosters.push_back({Axis::control, members(Axis::control, 0, {.dp = world.size()})});
    heartbeats.emplace(world.handle());
    cores = share_of_host(heartbeats->host());
    watchdog.emplace(world.rank(), slot, *heartbeats, timeout);
  }
  [[nodiscard]] const Roster& everyone() const { return rosters.front(); }

  MpiRuntime runtime;
  Datatypes types;
  Communicator world;
  std::deque<Roster> rosters;  // of all groups ever made: the watchdog may still be reading one
  OperationSlot slot;
  std::optional<Heartbeats> heartbeats;
  int cores = 1;
  std::optional<Watchdog> watchdog;
  int exceptions_before = std::uncaught_exceptions();
};

Session::Session(int& argc, char**& argv, std::chrono::seconds timeout) {
  ENSURE(timeout >= std::chrono::seconds(1), timeout.count());
  state_ = std::make_unique<State>(argc, argv, timeout);
}

Session::~Session() {
  if (std::uncaught_exceptions() > state_->exceptions_before) {
    // All that is left to do with MPI is collective; the process is about to end with an error.
    state_->watchdog.reset();
    static_cast<void>(state_.release());
    return;
  }
  const Waiting waiting(state_->slot, {Activity::finalize, &state_->everyone(), {}});
  MPI_Barrier(state_->world.handle());
}

int Session::rank() const {
  return state_->world.rank();
}
int Session::size() const {
  return state_->world.size();
}

int Session::cores() const {
  return state_->cores;
}

Group Session::make_group(Axis axis, const MeshShape& shape, TrafficRecord& record,
                          std::int64_t piece) {
  ENSURE(shape.size() <= size(), shape.size(), size());
  const bool inside = rank() < shape.size();
  return make_group_of(axis, inside ? members(axis, rank(), shape) : std::vector<int>{}, record,
                       piece);
}

Group Session::make_group_of(Axis axis, const std::vector<int>& together, TrafficRecord& record,
                             std::int64_t piece) {
  ENSURE(piece >= 1 && piece <= largest_piece, piece, largest_piece);
  const bool alone = together.size() < 2;

  // The groups made by one call share no rank, so their first rank tells them apart.
  MPI_Comm handle = MPI_COMM_NULL;
  {
    const Waiting waiting(state_->slot, {Activity::make_group, &state_->everyone(), {}});
    check_mpi(MPI_Comm_split(state_->world.handle(), alone ? MPI_UNDEFINED : together.front(),
                             rank(), &handle),
              name_of(axis), "make_group");
  }
  state_->rosters.push_back({axis, alone ? std::vector<int>{rank()} : together});
  Communicator communicator;
  if (!alone) communicator = Communicator(handle, name_of(axis), state_->types, piece);
  return Group(std::make_unique<Group::State>(
      Group::State{.axis = axis,
                   .size = communicator.size(),
                   .rank = communicator.rank(),
                   .record = &record,
                   .transport = std::make_unique<MpiTransport>(state_->rosters.back(), state_->slot,
                                                               std::move(communicator))}));
}

std::vector<std::string> Session::gather_texts(const std::string& text, Part part) {
  return gather(text, part);
}

std::vector<std::vector<std::int64_t>> Session::gather_words(std::span<const std::int64_t> words,
                                                             Part part) {
  return gather(std::vector<std::int64_t>(words.begin(), words.end()), part);
}

// `Held` is a run of bytes or numbers, whose sizes travel first.
template <class Held>
std::vector<Held> Session::gather(Held own, Part part) {
  constexpr int tag = 0;
  const Activity activity = part == Part::idle ? Activity::idle : Activity::gather_results;
  const Waiting waiting(state_->slot, {activity, &state_->everyone(), {}});
  const auto own_size = static_cast<std::int64_t>(own.size());
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(size()));
  const Communicator& world = state_->world;
  world.all_gather(view_of(std::span(&own_size, 1)), view_of(std::span(sizes)));
  if (rank() != 0) {
    std::vector<MPI_Request> requests;
    world.start_send(view_of(std::span(std::as_const(own))), 0, tag, requests);
    check_mpi(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE),
              "session", "gather_results");
    return {};
  }
  std::vector<Held> of_all{std::move(own)};
  for (int from = 1; from < size(); ++from) {
    of_all.push_back(of_size<Held>(sizes[static_cast<std::size_t>(from)]));
    world.receive(view_of(std::span(of_all.back())), from, tag);
  }
  return of_all;
}

std::string Session::share_text(const std::string& text) {
  return share(text);
}

std::vector<std::int64_t> Session::share_words(std::span<const std::int64_t> words) {
  return share(std::vector<std::int64_t>(words.begin(), words.end()));
}

template <class Held>
Held Session::share(Held own) {
  const Waiting waiting(state_->slot, {Activity::share_results, &state_->everyone(), {}});
  auto count = static_cast<std::int64_t>(own.size());
  state_->world.broadcast_from_first(view_of(std::span(&count, 1)));
  if (rank() != 0) own = of_size<Held>(count);
  state_->world.broadcast_from_first(view_of(std::span(own)));
  return own;
}

void Session::abort(int status, const std::string& reason) {
  const std::string line = fmt::format("error: rank {}: {}\n", rank(), reason);
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
  MPI_Abort(MPI_COMM_WORLD, status);
  std::_Exit(status);
}

}  // namespace ranks
