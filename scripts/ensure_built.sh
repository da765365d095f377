# Sourced by ./sinew, ./check and .ci/run, which set `root` to the top of the repository: installs the packages
# that are missing, configures and builds. All messages go to standard error.

no_install=${SINEW_NO_INSTALL:-0}

say() { printf 'sinew: %s\n' "$*" >&2; }

# packages GROUP...: the names in these groups of packages.txt.
packages() {
  awk -v groups=" $* " '
    /^# \[/ { split($2, part, /[][]/); wanted = index(groups, " " part[2] " ") > 0 }
    /^[^#]/ && wanted { print $1 }' "$root/packages.txt"
}

# missing_packages GROUP...: those of them that are not installed. One call of dpkg-query, about 10 ms.
missing_packages() {
  local names
  mapfile -t names < <(packages "$@")
  dpkg-query --show --showformat '${db:Status-Status} ${Package}\n' "${names[@]}" 2>/dev/null |
    awk -v names="${names[*]}" '
      $1 == "installed" { have[$2] = 1 }
      END { n = split(names, name, " "); for (i = 1; i <= n; ++i) if (!(name[i] in have)) print name[i] }'
}

# as_root COMMAND...: by sudo where needed; a password is asked for on a terminal only.
as_root() {
  if [[ $(id -u) == 0 ]]; then "$@"
  elif [[ -t 0 && -t 2 ]]; then sudo "$@"
  else sudo -n "$@"
  fi
}

can_be_root() {
  [[ $(id -u) == 0 ]] && return
  command -v sudo >/dev/null || return
  [[ -t 0 && -t 2 ]] || sudo -n true 2>/dev/null
}

apt_install() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    -o DPkg::Lock::Timeout=300 "$@"
}

install_packages() {
  local log=$root/build/packages.log
  say "installing $*"
  if ! compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null; then
    as_root apt-get update -q >"$log" 2>&1 || { tail -n 20 "$log" >&2; say "apt-get update failed"; return 1; }
  fi
  apt_install "$@" >"$log" 2>&1 && return
  # The lists may be older than the archive: fetch them and try once more.
  as_root apt-get update -q >>"$log" 2>&1
  apt_install "$@" >>"$log" 2>&1 && return
  tail -n 20 "$log" >&2
  say "the packages could not be installed; all that apt-get said is in $log"
  return 1
}

# ensure_packages GROUP...: leaves with code 2 where something is missing and may not be installed.
ensure_packages() {
  if ! command -v dpkg-query >/dev/null; then
    [[ -d $root/build ]] || say "no dpkg here, packages are not checked; packages.txt names what is needed"
    return 0
  fi
  local missing
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  if [[ $no_install == 1 ]] || ! can_be_root; then
    say "these packages are missing: ${missing[*]}"
    say "install them with: apt-get install --no-install-recommends ${missing[*]}"
    exit 2
  fi
  mkdir -p "$root/build"
  ( flock 9; mapfile -t missing < <(missing_packages "$@"); ((!${#missing[@]})) || install_packages "${missing[@]}"
  ) 9>"$root/build/.packages.lock" || exit 1
}

# Shows how far the build in `log` is: on a terminal in one line that is written over, else once.
watch_build() {
  local log=$1 step
  sleep 2 </dev/null >/dev/null 2>&1
  [[ -t 2 ]] || { say "building in $(dirname "$log") ..."; return; }
  while :; do
    step=$(tail -n 1 "$log" 2>/dev/null | grep -o '^\[[0-9]*/[0-9]*\]') || step=
    printf '\r\033[Ksinew: building %s' "$step" >&2
    sleep 0.3 </dev/null >/dev/null 2>&1
  done
}

configure() {
  local build=$1 preset=$2 fresh=()
  shift 2
  # A folder that was moved or copied still names the place it was configured for.
  grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt" || fresh=(--fresh)
  [[ -f $build/build.ninja && ! ${fresh[*]} ]] ||
    (cd "$root" && cmake "${fresh[@]}" --preset "$preset" -B "$build" "$@")
}

# ensure_built BUILD PRESET TARGET [cmake options...]: leaves with code 1 and the end of the log on failure.
ensure_built() {
  local build=$1 preset=$2 target=$3 log=$1/build.log watcher failed=0
  shift 3
  command -v cmake >/dev/null && command -v ninja >/dev/null ||
    { say "CMake 3.25, Ninja and a C++20 compiler are needed, see packages.txt"; exit 2; }
  mkdir -p "$build"
  exec 9>"$build/.lock"
  flock -n 9 || { say "waiting for another build in $build"; flock 9; }
  watch_build "$log" 9>&- & watcher=$!
  { configure "$build" "$preset" "$@" && ninja -C "$build" "$target"; } >"$log" 2>&1 || failed=1
  kill "$watcher" 2>/dev/null && wait "$watcher" 2>/dev/null
  [[ -t 2 ]] && printf '\r\033[K' >&2
  exec 9>&-
  ((failed)) || return 0
  tail -n 40 "$log" >&2
  say "the build failed; all of it is in $log"
  exit 1
}
