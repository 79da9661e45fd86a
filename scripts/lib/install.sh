# Installs what is missing, and says so. Sourced after common.sh.

# Runs a command as root.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif have sudo; then
    sudo "$@"
  else
    fail "This needs root: $* (run it by hand, or install sudo)."
  fi
}

# Installs the Debian packages that are missing: need_debian PACKAGE…
need_debian() {
  if ! have apt-get; then
    say "This is not Debian: if a step fails, install the equivalent of $*."
    return 0
  fi
  local missing=() package
  for package in "$@"; do
    dpkg-query --show --showformat='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "Installing the Debian packages ${missing[*]}"
  as_root apt-get update -qq -o DPkg::Lock::Timeout=300 || fail "apt-get update failed; is there a network?"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y -o DPkg::Lock::Timeout=300 --no-install-recommends "${missing[@]}" >/dev/null ||
    fail "apt-get could not install ${missing[*]}."
}

# The Rust toolchain and a C compiler for the crates that build C.
need_rust() {
  have cc || need_debian build-essential
  have cargo || fail "Rust is missing: install 1.95 or newer as https://rustup.rs says, then run this again."
  own_target
}

# Clones share the folder of builds, for the sake of the dependencies. Cargo would take another clone's build of our own
# crates for this one's when the files here are older, so those are built anew when the clone changes.
own_target() {
  local mark=$CARGO_TARGET_DIR/.clone crates=(shell plumbline)
  crates+=(plumbline-base plumbline-bench plumbline-core plumbline-market plumbline-money)
  if [ "$(cat "$mark" 2>/dev/null)" != "$ROOT" ]; then
    [ ! -d "$CARGO_TARGET_DIR" ] || cargo clean --quiet "${crates[@]/#/--package=}"
    mkdir -p "$CARGO_TARGET_DIR"
    echo "$ROOT" >"$mark"
  fi
}

# Has Clippy compile our crates, with a warning as an error. A check of their own would compile each of them once more,
# and the types of every library.
clippy_compiles() {
  RUSTC_WORKSPACE_WRAPPER=$(rustup which clippy-driver 2>/dev/null || command -v clippy-driver) ||
    fail "Clippy is missing: rustup component add clippy."
  # The form in which `cargo clippy` hands its options to the driver.
  export RUSTC_WORKSPACE_WRAPPER CLIPPY_ARGS=--deny__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__
}

# The packages of package-lock.json, Node 24 among them.
need_node() {
  have npm || need_debian nodejs npm
  have curl || need_debian curl
  local stamp=$ROOT/node_modules/.installed lock
  lock=$(sha256sum package-lock.json | cut -d ' ' -f 1)
  if [ "$(cat "$stamp" 2>/dev/null)" != "$lock" ]; then
    say "Installing the npm packages"
    npm ci --no-audit --no-fund --loglevel=error || fail "npm ci failed; see its message above."
    echo "$lock" >"$stamp"
  fi
  case $(node --version) in
    v24.*) ;;
    *) fail "Node 24 should have come with the npm packages, but this is $(node --version): remove node_modules and run this again." ;;
  esac
}

# A program that cargo installs: need_crate PROGRAM CRATE VERSION
need_crate() {
  have "$1" && return 0
  say "Installing $2 $3 with cargo"
  # Not by Clippy, where that compiles our own crates.
  env --unset=RUSTC_WORKSPACE_WRAPPER cargo install --quiet --locked --root "$CACHE/tools" --version "$3" "$2" || fail "cargo could not install $2."
}

need_nextest() { need_crate cargo-nextest cargo-nextest 0.9.143; }

need_postgres() { need_debian postgresql; }

# The message bus between several servers.
need_nats() { need_debian nats-server; }

# A browser, and the fonts that the tests draw with (tests/gallery/fonts.conf).
need_chromium() { need_debian chromium fonts-dejavu-core fonts-noto-cjk; }

# The packages for building the native window.
need_webkit() {
  need_debian build-essential pkg-config libssl-dev libgtk-3-dev librsvg2-dev libwebkit2gtk-4.1-dev
}

# The packages for driving the native window in a test.
need_window_driver() {
  need_debian xvfb xauth webkit2gtk-driver gnome-keyring dbus-x11 fonts-noto-cjk
  need_crate tauri-driver tauri-driver 2.1.0
}

# Builds the server with the flags that the tests build it with, so that neither builds the other's work again;
# PLUMBLINE_BINARY names it.
build_server() {
  cargo build --locked --workspace --exclude shell --bins "$@"
  export PLUMBLINE_BINARY=$CARGO_TARGET_DIR/debug/plumbline
}

# Builds the server that people use, with the UI inside: optimised, yet built in minutes. PLUMBLINE_BINARY names it.
build_optimised_server() {
  cargo build --locked --workspace --exclude shell --bins --profile serve
  export PLUMBLINE_BINARY=$CARGO_TARGET_DIR/serve/plumbline
}
