#!/usr/bin/env bash
# Does what a reader of README.md does, in order: blocks called `yaml` become the file that their
# first line names, `sh` blocks are run, and what stands in a `text` block below must be in the
# output of the last one, line by line in that order ("..." stands for lines that are left out).
# usage: readme_test.sh SHARDSCOPE PROJECT
set -u
shardscope=$1
project=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0
fail() {
  echo "FAILED: $1"
  failures=$((failures + 1))
}

# A file a block: 01.yaml, 02.sh ...
mkdir "$folder/blocks" "$folder/work"
awk -v folder="$folder/blocks" '
  /^```/ {
    if (inside) { inside = 0; close(file) }
    else { inside = 1; file = sprintf("%s/%02d.%s", folder, ++number, substr($0, 4)); printf "" >file }
    next
  }
  inside { print >file }' "$project/README.md"

# Lines of $1 are in $2, in their order.
shown_in() {
  awk -v wanted_file="$1" '
    BEGIN { while ((getline line <wanted_file) > 0) if (line !~ /^ *\.\.\.$/) wanted[++count] = line }
    $0 == wanted[next_one + 1] { ++next_one }
    END { if (next_one < count) { print "not in the output: " wanted[next_one + 1]; exit 1 } }' "$2"
}

cd "$folder/work" || exit 1
ln -s "$project"/* .
commands=0
for block in "$folder"/blocks/*; do
  case $block in
    *.yaml) cp "$block" "$(sed -n '1s/^# //p' "$block")" ;;
    *.sh)
      sed "s#build/release/shardscope#'$shardscope'#" "$block" >../script
      bash -e ../script >../out 2>../err || { fail "status $? of $(cat "$block")"; cat ../err; }
      commands=$((commands + $(grep -c 'build/release/shardscope' "$block")))
      ;;
    *.text) shown_in "$block" ../out || { fail "$(basename "$block")"; cat ../out; } ;;
  esac
done
[[ $commands -ge 8 ]] || fail "only $commands commands were found"
exit $((failures > 0))
