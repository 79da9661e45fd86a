# Shared by all scripts: paths, and messages. Sourced, never run.

set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/plumbline
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$CACHE/target}
# The tools of node_modules (Node 24 itself among them) and those that `cargo install` puts in the cache.
export PATH=$ROOT/node_modules/.bin:$CACHE/tools/bin:$HOME/.cargo/bin:$PATH
mkdir -p "$CACHE"
cd "$ROOT"

# Prints the present step.
say() { printf '\033[1m▸ %s\033[0m\n' "$*" >&2; }

# Prints in one clear sentence why the script cannot go on, and ends it.
fail() {
  printf '\033[1;31m✗ %s\033[0m\n' "$*" >&2
  exit 1
}

# True if a program can be run.
have() { command -v "$1" >/dev/null 2>&1; }

# A new folder for the data of tests: in memory where 6 GiB of it are free, since nothing of it has to outlive the tests.
test_folder() {
  local free
  free=$(df --output=avail --block-size=1G /dev/shm 2>/dev/null | tail -n 1)
  if [ "${free:-0}" -ge 6 ]; then mktemp -d /dev/shm/plumbline.XXXXXX; else mktemp -d; fi
}

# A free TCP port of this machine.
free_port() {
  node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

# Waits until a URL answers: wait_for URL SECONDS WHAT
wait_for() {
  local deadline=$((SECONDS + $2))
  until curl --silent --fail --output /dev/null --max-time 2 "$1"; do
    [ "$SECONDS" -lt "$deadline" ] || fail "$3 did not answer at $1 within $2 seconds."
    sleep 0.2
  done
}

# Ends a process that this script started, and waits for it.
stop_process() {
  [ -n "${1:-}" ] && kill "$1" 2>/dev/null || return 0
  wait "$1" 2>/dev/null || true
}

[ "${BASH_VERSINFO[0]}" -ge 5 ] || fail "These scripts need bash 5 or newer; this is $BASH_VERSION."
