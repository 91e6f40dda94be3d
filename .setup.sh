# shellcheck shell=bash
# Sourced by ./demo and ./test: what both need before they can do their work. Everything printed
# here goes to standard error.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
tree=$root/build/release
cd -- "$root"

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
fail() { say "$*"; exit 2; }

# The names that .packages lists under the sections given, one a line.
packages_of() {
  awk -v sections=" $* " '
    /^\[/ { wanted = index(sections, " " substr($0, 2, length($0) - 2) " "); next }
    wanted && !/^(#|$)/ { print }' .packages
}

# Those of the packages read from standard input that are not installed.
only_missing() {
  local status='${Package} ${db:Status-Status}\n'
  grep -vxF -f <(dpkg-query -W -f "$status" | sed -n 's/ installed$//p') || true
}

as_root() { if ((EUID == 0)); then "$@"; else sudo "$@"; fi; }

# install_packages SECTION...: asks apt only when something is missing.
install_packages() {
  command -v dpkg-query >/dev/null ||
    fail "no Debian here: see .packages for what to install and README.md for the plain commands"
  local missing log
  mapfile -t missing < <(packages_of "$@" | only_missing)
  ((${#missing[@]})) || return 0
  ((EUID == 0)) || command -v sudo >/dev/null ||
    fail "neither root nor sudo: have these packages installed first: ${missing[*]}"
  say "installing ${missing[*]}"
  mkdir -p build
  log=$root/build/packages.log
  { as_root apt-get -q update &&
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 \
      install --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 </dev/null ||
    { tail -n 20 "$log" >&2; fail "apt-get failed, see $log"; }
}

# Passes on what the build says but for steps: their counter becomes one line on a terminal.
show_progress() {
  local line drawn=
  while IFS= read -r line; do
    case $line in
      \[*/*\]*) [[ -t 2 ]] && printf '\r\033[K%s: building %s' "${0##*/}" "${line%%]*}]" >&2 && drawn=1 ;;
      'ninja: no work to do.' | '-- '*) ;;
      *) printf '%s%s\n' "${drawn:+$'\n'}" "$line" >&2; drawn= ;;
    esac
  done
  [[ -z $drawn ]] || echo >&2
}

# Quiet unless it fails.
configure() {
  local log
  log=$(cmake --preset release ${CI:+-DSHARDSCOPE_WERROR=ON} 2>&1) || { printf '%s\n' "$log" >&2; fail "configuring failed"; }
}

# build TARGET
build() {
  [[ -x $tree/shardscope ]] || say "building, which takes minutes the first time"
  cmake --build --preset release --target "$1" 2>&1 | show_progress || fail "building failed"
}
