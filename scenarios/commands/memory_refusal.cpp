#include "scenarios/commands/memory_refusal.hpp"

#include <optional>

#include <fmt/format.h>

#include "parallel/dry.hpp"
#include "scenarios/fit/host_memory.hpp"
#include "scenarios/judge/size_faults.hpp"
#include "scenarios/read/fault.hpp"
#include "scenarios/report/number_text.hpp"

namespace scenarios {

namespace {

Fault fault_of(const Scenario& scenario, Int128 needed, std::int64_t available) {
  constexpr double gibibyte = 1073741824.0;
  const int ranks = scenario.ranks();
  return {scenario.file, scenario.name,
          fmt::format(
              "needs {} bytes ({:.3f} GiB) for the peaks of its {} rank{}; this machine has "
              "{} ({:.3f} GiB) available; `dry` measures it without memory",
              grouped(needed), static_cast<double>(needed) / gibibyte, ranks, ranks == 1 ? "" : "s",
              grouped(available), static_cast<double>(available) / gibibyte)};
}

}  // namespace

Int128 held_together(const parallel::Plan& plan) {
  Int128 bytes = 0;
  for (const int first_rank : parallel::rank_classes(plan)) {
    const parallel::Measurement of_class = parallel::walk_class(plan, first_rank);
    bytes += Int128{of_class.memory.total_peak} * of_class.count;
  }
  return bytes;
}

void refuse_too_large(const std::vector<Task>& tasks, std::int64_t available) {
  std::vector<Fault> faults;
  for (const Task& task : tasks) {
    try {
      const Int128 needed = held_together(task.scenario.plan);
      if (needed > available) faults.push_back(fault_of(task.scenario, needed, available));
    } catch (const sim::Overflow& overflow) {
      faults.push_back(size_fault(task.scenario, overflow));
    }
  }
  if (!faults.empty()) throw BadInput(faults);
}

void refuse_too_large(const std::vector<Task>& tasks) {
  if (const auto available = available_memory()) refuse_too_large(tasks, *available);
}

}  // namespace scenarios
