# Pythons with packages, each kept in the cache. Sourced after common.sh.

# Prints the path of an interpreter that has the packages of a file: python_with FILE
python_with() {
  local name lock venv
  name=$(basename "$(dirname "$1")")
  venv=$CACHE/$name-venv
  lock=$(sha256sum "$1" | cut -d ' ' -f 1)
  if [ "$(cat "$venv/.installed" 2>/dev/null)" != "$lock" ]; then
    have python3 || fail "Python 3.11 or newer is missing (Debian: apt-get install python3 python3-venv)."
    say "Installing the Python packages of $1"
    python3 -m venv "$venv" || fail "python3 cannot make a virtual environment (Debian: apt-get install python3-venv)."
    "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$1" >&2 || fail "pip could not install the packages of $1."
    echo "$lock" >"$venv/.installed"
  fi
  echo "$venv/bin/python"
}
