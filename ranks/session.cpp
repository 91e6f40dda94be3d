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

sim::View as_view(std::string& text) {
  const auto size = static_cast<std::int64_t>(text.size());
  return {reinterpret_cast<std::byte*>(text.data()), sim::Dtype::uint8, 1, size, size};
}

template <class Byte>
sim::BasicView<Byte> as_view(Byte* numbers, std::int64_t count) {
  return {numbers, sim::Dtype::int64, 1, count, count};
}

std::string text_of_size(std::int64_t bytes) {
  std::string text;
  text.resize(static_cast<std::size_t>(bytes));
  return text;
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
  return Group(std::make_unique<Group::State>(Group::State{
      .axis = axis,
      .size = communicator.size(),
      .rank = communicator.rank(),
      .record = &record,
      .live =
          Group::State::Live{&state_->rosters.back(), &state_->slot, std::move(communicator)}}));
}

std::vector<std::string> Session::gather_texts(const std::string& text, Part part) {
  constexpr int tag = 0;
  const Activity activity = part == Part::idle ? Activity::idle : Activity::gather_texts;
  const Waiting waiting(state_->slot, {activity, &state_->everyone(), {}});
  const auto own_size = static_cast<std::int64_t>(text.size());
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(size()));
  const Communicator& world = state_->world;
  world.all_gather(as_view(std::as_bytes(std::span(&own_size, 1)).data(), 1),
                   as_view(std::as_writable_bytes(std::span(sizes)).data(), size()));
  std::string own = text;
  if (rank() != 0) {
    std::vector<MPI_Request> requests;
    world.start_send(as_view(own), 0, tag, requests);
    check_mpi(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE),
              "session", "gather_texts");
    return {};
  }
  std::vector<std::string> texts{std::move(own)};
  for (int from = 1; from < size(); ++from) {
    texts.push_back(text_of_size(sizes[static_cast<std::size_t>(from)]));
    world.receive(as_view(texts.back()), from, tag);
  }
  return texts;
}

std::string Session::share_text(const std::string& text) {
  const Waiting waiting(state_->slot, {Activity::share_text, &state_->everyone(), {}});
  auto bytes = static_cast<std::int64_t>(text.size());
  state_->world.broadcast_from_first(
      as_view(std::as_writable_bytes(std::span(&bytes, 1)).data(), 1));
  std::string shared = rank() == 0 ? text : text_of_size(bytes);
  state_->world.broadcast_from_first(as_view(shared));
  return shared;
}

void Session::abort(int status, const std::string& reason) {
  const std::string line = fmt::format("error: rank {}: {}\n", rank(), reason);
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
  MPI_Abort(MPI_COMM_WORLD, status);
  std::_Exit(status);
}

}  // namespace ranks
