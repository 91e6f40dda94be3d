#include "scenarios/commands/polite_waiting.hpp"

#include <cstdlib>

#include <unistd.h>

namespace scenarios {

namespace {

constexpr const char* openmp_policy = "OMP_WAIT_POLICY";

bool is_set(const char* name) {
  return std::getenv(name) != nullptr;
}

}  // namespace

std::map<std::string, std::string> polite_waiting() {
  std::map<std::string, std::string> environment;
  if (!is_set("OMPI_MCA_mpi_yield_when_idle")) environment["OMPI_MCA_mpi_yield_when_idle"] = "1";
  if (!is_set(openmp_policy) && !is_set("GOMP_SPINCOUNT")) environment[openmp_policy] = "passive";
  return environment;
}

void wait_politely(char** argv) {
  const std::map<std::string, std::string> missing = polite_waiting();
  for (const auto& [name, value] : missing) ::setenv(name.c_str(), value.c_str(), 1);
  // Should that fail, threads spin for a while, and nothing else is lost.
  if (missing.contains(openmp_policy)) ::execv("/proc/self/exe", argv);
}

}  // namespace scenarios
