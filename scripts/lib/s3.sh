# A store that speaks S3, for the time of a test, on a free port of this machine. Sourced after common.sh and python.sh.

S3_PROCESS=

# Starts it and exports PLUMBLINE_TEST_S3 with the variables by which the server finds it. It keeps everything in memory.
start_s3() {
  local port python
  python=$(python_with tests/s3/requirements.txt)
  port=$(free_port)
  "$python" -m moto.server --host 127.0.0.1 --port "$port" >/dev/null 2>&1 &
  S3_PROCESS=$!
  export PLUMBLINE_TEST_S3="http://127.0.0.1:$port"
  export AWS_ENDPOINT=$PLUMBLINE_TEST_S3 AWS_REGION=us-east-1 AWS_ACCESS_KEY_ID=test AWS_SECRET_ACCESS_KEY=test
  wait_for "$PLUMBLINE_TEST_S3/" 30 'the store of the tests'
}

stop_s3() {
  stop_process "$S3_PROCESS"
  S3_PROCESS=
}
