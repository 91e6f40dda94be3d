# What the tests that call the program as people do have in common; sourced by them with the program
# as the first argument. They run in a folder of their own, and end with `exit $((failures > 0))`.
shardscope=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0

fail() {
  echo "FAILED: $1"
  shift
  [[ $# -eq 0 ]] || cat "$@"
  failures=$((failures + 1))
}
# expect STATUS NAME COMMAND...: runs with outputs in `out` and `err`.
expect() {
  local wanted=$1 name=$2 status
  shift 2
  "$@" >out 2>err
  status=$?
  [[ $status -eq $wanted ]] || fail "$name: status $status instead of $wanted" err
}
# ended_with STATUS PROCESS NAME: the same of a process in the background.
ended_with() {
  wait "$2"
  local status=$?
  [[ $status -eq $1 ]] || fail "$3: status $status instead of $1" err
}
# says FILE TEXT NAME: the file holds the text.
says() { grep -qF -- "$2" "$1" || fail "$3: no '$2' in $1" "$1"; }
lines() { [[ $(grep -c . "$1") -eq $2 ]] || fail "$3: not $2 lines in $1" "$1"; }
same() { cmp -s "$1" "$2" || fail "$3: $1 and $2 differ"; }
absent() { [[ ! -e $1 ]] || fail "$2: $1 is there"; }
