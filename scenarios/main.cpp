#include <cstdio>

#include "scenarios/commands/program.hpp"

namespace {

// Kernels that were compiled for more than this processor has would end in an illegal instruction.
bool can_run_here() {
#ifdef SHARDSCOPE_NEEDS_V3
  return __builtin_cpu_supports("x86-64-v3") != 0;
#else
  return true;
#endif
}

}  // namespace

int main(int argc, char** argv) {
  if (!can_run_here()) {
    std::fputs(
        "error: this shardscope was built for processors of level " SHARDSCOPE_MARCH
        ", which this one is not; build it here, or anywhere with -DSHARDSCOPE_MARCH=x86-64\n",
        stderr);
    return 2;
  }
  return scenarios::run_program(argc, argv);
}
