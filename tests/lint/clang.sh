#!/usr/bin/env bash
# Builds everything with clang++ (preset clang, warnings as errors) and runs the unit tests of that
# build. Exits with 77 where clang++ or its OpenMP is not here.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
command -v clang++ >/dev/null || { echo "skipped: clang++ is not here"; exit 77; }
echo '#include <omp.h>
int main() { return omp_get_max_threads() == 0; }' |
  clang++ -fopenmp -x c++ - -o /dev/null 2>/dev/null ||
  { echo "skipped: clang++ finds no OpenMP (libomp-dev)"; exit 77; }
cmake --preset clang
cmake --build --preset clang
ctest --preset clang -L '^unit$'
