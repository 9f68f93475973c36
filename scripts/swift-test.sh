#!/usr/bin/env bash
# Runs Swift tests: shows the build, the failures and the sum; says which tests have not ended, if the run breaks off or
# takes longer than TEST_SECONDS. Usage: swift-test.sh COMMAND...
set -uo pipefail
limit=${TEST_SECONDS:-3600}
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Of the tests themselves only what fails is shown while they run.
timeout --signal=KILL "$limit" "$@" 2>&1 | tee "$log" |
  awk '/^◇ Test run started/ { tests = 1 } !tests || /^✘/ || /^[^ ]+ Test run with / { print; fflush() }'
status=$?
[ $status != 0 ] || exit 0

# What a line of a test says of it, without its time.
names() { sed -nE "s/^[^ ]+ Test (.*) ($1)( after [0-9.]+ seconds.*|\.)$/\1/p" "$log" | sed -E 's/ with [0-9]+ test cases?$//' | grep -vx run | sort -u; }

{
  echo "failed ($status): $*"
  grep -E -A 12 '✘|: error: |Fatal error|WARNING: ThreadSanitizer|ERROR: (Address|Leak)Sanitizer' "$log" | head -n 200
  if ! grep -qE '^[^ ]+ Test run with ' "$log"; then
    echo "begun and not ended:"
    comm -23 <(names started) <(names 'passed|failed|skipped') | head -n 40
    echo "the last lines:"
    tail -n 20 "$log"
  fi
} >&2
exit $status
