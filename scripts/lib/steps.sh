# Runs named steps one after the other and reports how long each took. Sourced.

STEP_REPORT=()

# run_step NAME SENTENCE: runs the function step_NAME and stops at a failure.
run_step() {
  local name=$1 started=$SECONDS status
  say "$name: $2"
  # In a subshell, so that a step cannot disturb the next; not behind ||, which would switch `set -e` off inside.
  set +e
  (set -e; "step_${name//-/_}")
  status=$?
  set -e
  STEP_REPORT+=("$(printf '%5d s  %s' $((SECONDS - started)) "$name")")
  if [ "$status" != 0 ]; then
    report_steps
    fail "The step $name failed. Run it alone with: ./scripts/test $name"
  fi
}

report_steps() {
  printf '\n'
  printf '%s\n' "${STEP_REPORT[@]}"
  printf '%5d s  in all\n' "$SECONDS"
}
