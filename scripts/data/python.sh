# A Python with the packages of requirements.txt, kept in the cache. Sourced after common.sh.

# Prints the interpreter's path.
data_python() {
  local venv=$CACHE/data-venv lock
  lock=$(sha256sum scripts/data/requirements.txt | cut -d ' ' -f 1)
  if [ "$(cat "$venv/.installed" 2>/dev/null)" != "$lock" ]; then
    have python3 || fail "Python 3.11 or newer is missing (Debian: apt-get install python3 python3-venv)."
    say "Installing the Python packages of scripts/data/requirements.txt"
    python3 -m venv "$venv" || fail "python3 cannot make a virtual environment (Debian: apt-get install python3-venv)."
    "$venv/bin/pip" install --quiet --disable-pip-version-check -r scripts/data/requirements.txt >&2 ||
      fail "pip could not install the packages of scripts/data/requirements.txt."
    echo "$lock" >"$venv/.installed"
  fi
  echo "$venv/bin/python"
}
