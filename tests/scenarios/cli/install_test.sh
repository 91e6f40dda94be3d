#!/usr/bin/env bash
# Installs into a folder, moves it elsewhere, and uses the program there as its owner would: it must
# find its packs and documents beside itself and need nothing of the build tree.
# usage: install_test.sh CMAKE BUILD_DIR
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() { echo "FAILED: $*"; exit 1; }

"$1" --install "$2" --prefix "$folder/first" >"$folder/log" || { cat "$folder/log"; exit 1; }
mv "$folder/first" "$folder/moved"
cd "$folder"
program=$folder/moved/bin/shardscope
library=$folder/moved/share/shardscope/scenarios/library

"$program" --version | grep -qF "$folder/moved/share/shardscope" || fail "--version names other data"
"$program" dry "$library/tensor-parallel.yaml" >dry.txt || fail "dry"
"$program" run "$library/tensor-parallel.yaml" >run.txt || fail "run, which starts ranks"
"$program" formulas >formulas.txt || fail "formulas"
grep -q transformer-math-101 formulas.txt || fail "the packs are not listed"

# Without its data it says what is missing, and what to do.
mkdir alone && cp "$program" alone/
status=0
alone/shardscope estimate "$library/tensor-parallel.yaml" >/dev/null 2>error.txt || status=$?
[[ $status -eq 3 ]] || fail "without data: status $status"
grep -q SHARDSCOPE_DATA error.txt || fail "without data: $(cat error.txt)"
SHARDSCOPE_DATA=$folder/moved/share/shardscope alone/shardscope estimate \
  "$library/tensor-parallel.yaml" >/dev/null || fail "SHARDSCOPE_DATA"
