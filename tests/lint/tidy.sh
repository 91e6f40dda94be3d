#!/usr/bin/env bash
# tidy.sh changed|all BUILD_DIR: clang-tidy with the build's own compile commands, on the C++ files
# changed in this line of work (at most `most` of them) or on all. Exits with 77 where it cannot
# tell: without git, history or clang-tidy.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
source tests/lint/tracked.sh
most=8

skip() { echo "skipped: $*"; exit 77; }
command -v clang-tidy >/dev/null || skip "clang-tidy is not here"
case $1 in
  all) list=tracked_sources ;;
  changed) list=changed_sources ;;
  *) echo "tidy.sh: $1 is neither changed nor all" >&2; exit 2 ;;
esac
"$list" >/dev/null 2>&1 || skip "no git checkout, or no earlier commit in it"
mapfile -d '' files < <("$list")
((${#files[@]})) || { echo "no C++ file changed"; exit 0; }
if [[ $1 == changed ]] && ((${#files[@]} > most)); then
  echo "${#files[@]} files changed, the first $most are checked; ctest --preset long checks all"
  files=("${files[@]:0:most}")
fi

# Clang 14 parses what g++ compiles with a hint, that g++'s omp.h comes after its own headers, and
# without g++'s precompiled headers and options of g++ alone, which it cannot read.
hint=--extra-arg=-idirafter$(g++ -print-file-name=include)
commands=$(mktemp -d)
trap 'rm -rf "$commands"' EXIT
sed 's/ -Winvalid-pch//; s/ -Wno-restrict -Wno-stringop-overflow//
     s/ -include [^ ]*cmake_pch.hxx//' "$2/compile_commands.json" \
  >"$commands/compile_commands.json"
printf '%s\0' "${files[@]}" |
  xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet -p "$commands" "$hint" \
    2> >(grep -v 'warnings\? .*generated' >&2)
