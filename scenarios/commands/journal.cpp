#include "scenarios/commands/journal.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>

#include "scenarios/commands/run_text.hpp"
#include "scenarios/files/new_file.hpp"
#include "scenarios/read/fault.hpp"
#include "scenarios/read/key_table.hpp"
#include "scenarios/read/text_file.hpp"
#include "scenarios/read/value.hpp"

namespace scenarios {

namespace {

using Json = nlohmann::json;

std::string stamp(const std::filesystem::path& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (error) return "";
  const auto time = std::filesystem::last_write_time(file, error).time_since_epoch().count();
  return fmt::format("{}:{}:{}", std::filesystem::absolute(file).string(), size, time);
}

// JSON holds UTF-8, and paths any bytes: those that are no printable ASCII are written as %XX.
std::string printable(const std::string& text) {
  std::string printed;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool stands = (byte >= 0x20 && byte < 0x7f && c != '%') || c == '\n';
    printed += stands ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return printed;
}

// What was dumped; empty: nothing, or no longer.
std::string dump_stamp(const std::filesystem::path& folder) {
  if (folder.empty()) return "";
  const std::string gradients = stamp(folder / "gradients.safetensors");
  const std::string weights = stamp(folder / "weights.safetensors");
  return gradients.empty() || weights.empty() ? "" : printable(gradients + "\n" + weights);
}

// Empty: the run is one of the scenario, from end to end.
std::string fault_of(const RunResult& run, const Scenario& scenario) {
  const auto steps = static_cast<std::size_t>(scenario.plan.steps);
  const bool trains = scenario.plan.mode == parallel::Mode::training;
  if (trains && (run.loss.size() != steps || run.grad_norm.size() != steps)) {
    return fmt::format("has the losses of {} steps in place of {}", run.loss.size(), steps);
  }
  const bool nothing_applied = trains && run.skipped_steps == scenario.plan.steps;
  const auto ranks = static_cast<std::size_t>(nothing_applied ? 0 : scenario.ranks());
  if (run.ranks.size() != ranks) {
    return fmt::format("has the measurements of {} ranks in place of {}", run.ranks.size(), ranks);
  }
  return "";
}

std::string text_at(const Json& entry, const char* key) {
  const auto found = entry.find(key);
  return found != entry.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace

std::string run_identity(const Scenario& scenario) {
  std::string text =
      fmt::format("version={}\nbuild={}\n", SHARDSCOPE_VERSION, stamp("/proc/self/exe"));
  for (const KeyId key : keys_by_name()) {
    if (const auto value = value_at(scenario.values, key)) {
      text += fmt::format("{}={}\n", key.path(), text_of(*value));
    }
  }
  const InputFiles& inputs = scenario.inputs;
  for (const auto* file : {&inputs.data, &inputs.batches, &inputs.weights}) {
    if (!file->empty()) text += fmt::format("file={}\n", stamp(*file));
  }
  return printable(text);
}

Journal::Journal(std::filesystem::path file, Use use) : file_(std::move(file)), use_(use) {
  const int create = use == Use::keep ? O_CREAT : 0;
  lock_ = Descriptor(::open(file_.c_str(), O_RDWR | O_APPEND | O_CLOEXEC | create, 0666));
  if (lock_.number() < 0) {
    if (use == Use::look && errno == ENOENT) return;
    throw std::runtime_error(
        fmt::format("{}: cannot be used: {}", file_.string(), std::strerror(errno)));
  }
  // A file system without locks leaves it to its users.
  if (::flock(lock_.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw BadInput(file_.string(), "",
                   "is the journal of a sweep that is running; give this one another folder, or a "
                   "--json file in one");
  }
  read();
}

Journal::~Journal() {
  if (use_ != Use::keep || lock_.number() < 0) return;
  std::error_code ignored;
  if (std::filesystem::file_size(file_, ignored) == 0) std::filesystem::remove(file_, ignored);
}

void Journal::read() {
  std::ifstream stream(file_);
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (line.empty()) continue;
    const Json json = Json::parse(line, nullptr, false);
    const std::string identity = json.is_object() ? text_at(json, "identity") : "";
    const std::string run = json.is_object() ? text_at(json, "run") : "";
    if (identity.empty() || run.empty()) {
      warn(number, "is no entry of a journal, or one that was cut off");
    } else {
      entries_[identity] = {line, number, run, text_at(json, "dump")};
    }
  }
}

void Journal::warn(int line, const std::string& reason) {
  warnings_.push_back(fmt::format("{}:{}: {}; it is passed over", file_.string(), line, reason));
}

std::filesystem::path Journal::file_of(const Options& options) {
  return options.json.parent_path() / "sweep.journal";
}

std::optional<RunResult> Journal::find(const Scenario& scenario,
                                       const std::filesystem::path& dump) {
  const auto found = entries_.find(run_identity(scenario));
  if (found == entries_.end()) return std::nullopt;
  const Entry& entry = found->second;
  std::optional<RunResult> run = run_of_text(entry.run);
  const std::string fault = run ? fault_of(*run, scenario) : "does not read as a whole result";
  if (fault.empty()) {
    const bool is_dumped = dump.empty() || (!entry.dump.empty() && entry.dump == dump_stamp(dump));
    if (!is_dumped) return std::nullopt;
  }
  own_.insert(found->first);
  if (fault.empty()) return run;
  warn(entry.number, fault);
  return std::nullopt;
}

void Journal::add(const Scenario& scenario, const RunResult& run,
                  const std::filesystem::path& dump) {
  const std::string identity = run_identity(scenario);
  const Json entry{{"scenario", printable(scenario.name)},
                   {"identity", identity},
                   {"dump", dump_stamp(dump)},
                   {"run", text_of_run(run)}};
  // The line break first: what an interruption left unfinished must not swallow this entry.
  const std::string line = '\n' + entry.dump() + '\n';
  std::size_t done = 0;
  while (done < line.size()) {
    const ssize_t count = ::write(lock_.number(), line.data() + done, line.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      throw std::runtime_error(
          fmt::format("{}: cannot be written: {}", file_.string(), std::strerror(errno)));
    }
    done += static_cast<std::size_t>(count);
  }
  own_.insert(identity);
}

std::string Journal::others() const {
  std::string text;
  for (const auto& [identity, entry] : entries_) {
    if (!own_.contains(identity)) text += entry.line + '\n';
  }
  return text;
}

void Journal::complete() {
  const std::string rest = others();
  std::error_code ignored;
  if (rest.empty()) {
    std::filesystem::remove(file_, ignored);
  } else {
    write_text_file(file_, rest);
  }
}

}  // namespace scenarios
