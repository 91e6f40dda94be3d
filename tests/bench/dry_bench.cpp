// Shape-only runs of scenarios/large: a time for the classes of ranks of each.
#include <array>
#include <filesystem>
#include <string>

#include <benchmark/benchmark.h>

#include "scenarios/commands/dry_run.hpp"
#include "scenarios/files/project_files.hpp"
#include "scenarios/load/reader.hpp"

namespace {

void walk(benchmark::State& state, const scenarios::Scenario& scenario) {
  for (auto _ : state) {
    const scenarios::RunResult result = scenarios::dry_result(scenario.plan);
    state.counters["classes"] = static_cast<double>(result.ranks.size());
    benchmark::DoNotOptimize(result.ranks.data());
  }
  state.counters["ranks"] = static_cast<double>(scenario.plan.mesh.size());
}

}  // namespace

int main(int argc, char** argv) {
  const std::filesystem::path folder = scenarios::project_folder() / "scenarios" / "large";
  const auto scenarios = scenarios::read_scenarios(std::array{folder}, {});
  for (const scenarios::Scenario& scenario : scenarios) {
    benchmark::RegisterBenchmark(scenario.name.c_str(), [&scenario](benchmark::State& state) {
      walk(state, scenario);
    })->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
