#!/usr/bin/env bash
# self-test.sh BUILD_DIR: does one thing wrong at a time and sees that api-fuzz notices. Environment as in run.sh.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
expect() { # FAULT CALLS THREADS CHECK [SECONDS of a call that hangs]
  if ENFOLD_FUZZ_BREAK=$1 "$here/run.sh" "$build" 1 "$2" "$3" inline --shrink 0 --hang "${5:-20}" > "$log" 2>&1; then
    echo "not noticed: $1"
    exit 1
  fi
  grep -q "FAILED $4" "$log" || { echo "noticed as something else: $1"; tail -n 5 "$log"; exit 1; }
  echo "ok      $1 is noticed"
}
build=$1
expect release 20000 1 release
expect closed 20000 8 closed
expect revision 20000 1 '\(revision\|observed\)'
expect hang 20000 8 hang 3
expect leak 500000 1 memory
if ENFOLD_FUZZ_BREAK=cost "$here/doubling.sh" "$build" deliberate > "$log" 2>&1; then
  echo "not noticed: cost"
  exit 1
fi
grep -q 'FAILED cost .*search' "$log" || { echo "noticed as something else: cost"; tail -n 5 "$log"; exit 1; }
echo "ok      cost is noticed"
