# A PostgreSQL of our own for the time of a test, in a temporary folder, on a free port of this machine. Sourced.

POSTGRES_FOLDER=

# Starts it and exports PLUMBLINE_TEST_POSTGRES; takes a setting in place of fsync=off. PostgreSQL refuses to run as root.
start_postgres() {
  local bin port
  port=$(free_port)
  bin=$(find /usr/lib/postgresql/*/bin -maxdepth 0 2>/dev/null | sort -V | tail -n 1)
  [ -n "$bin" ] || bin=$(dirname "$(command -v initdb || fail 'PostgreSQL is missing.')")
  POSTGRES_FOLDER=$(mktemp -d "${TMPDIR:-/tmp}/plumbline-postgres.XXXXXX")
  if [ "$(id -u)" = 0 ]; then
    chown postgres "$POSTGRES_FOLDER"
    AS_POSTGRES=(runuser -u postgres --)
  else
    AS_POSTGRES=()
  fi
  POSTGRES_CTL=("${AS_POSTGRES[@]}" "$bin/pg_ctl" --silent --pgdata "$POSTGRES_FOLDER/data")
  (
    cd "$POSTGRES_FOLDER"
    "${AS_POSTGRES[@]}" "$bin/initdb" --pgdata "$POSTGRES_FOLDER/data" --username postgres --auth trust \
      --encoding UTF8 --no-sync >"$POSTGRES_FOLDER/initdb.log" 2>&1 || fail "initdb failed: $(tail -n 3 "$POSTGRES_FOLDER/initdb.log")"
    # A crash of this machine may lose a test's data, so nothing waits for the disk here.
    "${POSTGRES_CTL[@]}" --log "$POSTGRES_FOLDER/data/log" --wait start \
      --options "-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories=$POSTGRES_FOLDER -c max_connections=400 -c ${1:-fsync=off}" ||
      fail "PostgreSQL did not start: $(tail -n 3 "$POSTGRES_FOLDER/data/log")"
  )
  export PLUMBLINE_TEST_POSTGRES="postgres://postgres@127.0.0.1:$port/postgres"
}

stop_postgres() {
  [ -n "$POSTGRES_FOLDER" ] || return 0
  (cd /tmp && "${POSTGRES_CTL[@]}" --mode immediate stop) || true
  rm -rf "$POSTGRES_FOLDER"
  POSTGRES_FOLDER=
}
