# shellcheck shell=bash
# Sourced by the lint scripts, in the root of the project.

# git in this checkout, whoever owns it.
git_here() { git -c safe.directory="$PWD" "$@"; }

# The C++ files of the commit and the index that still exist, each ended by a zero byte.
tracked_sources() {
  local file
  git_here ls-files -z -- '*.cpp' '*.hpp' |
    while IFS= read -r -d '' file; do [[ ! -f $file ]] || printf '%s\0' "$file"; done
}

# Those that differ from where this line of work began: the upstream branch, else the commit before
# the last. What is compiled comes first, as it brings its headers with it.
changed_sources() {
  local base
  base=$(git_here merge-base HEAD '@{upstream}' 2>/dev/null || true)
  [[ -n $base && $base != "$(git_here rev-parse HEAD)" ]] || base=HEAD~1
  git_here diff -z --name-only --diff-filter=d "$base" -- '*.cpp' &&
    git_here diff -z --name-only --diff-filter=d "$base" -- '*.hpp'
}
