#!/usr/bin/env bash
# format.sh: fails on C++ that clang-format would write differently. Exits with 77 where it cannot
# tell: without git, without clang-format, or with another version of it than Debian 12 has.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/lint/tracked.sh

skip() { echo "skipped: $*"; exit 77; }
clang-format --version 2>/dev/null | grep -q 'version 14\.' || skip "clang-format 14 is not here"
tracked_sources >/dev/null || skip "no git checkout"
tracked_sources | xargs -0 clang-format --dry-run -Werror
