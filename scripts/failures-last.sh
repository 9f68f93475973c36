#!/usr/bin/env bash
# Runs tests, and if they fail, repeats the failures at the end, where they are found. Usage: failures-last.sh COMMAND...
set -uo pipefail
log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$@" 2>&1 | tee "$log"
status=$?
if [ $status != 0 ]; then
  echo "failed ($status): $*" >&2
  grep -E -A 12 '✘|: error: |Fatal error|WARNING: ThreadSanitizer|ERROR: (Address|Leak)Sanitizer' "$log" | tail -n 200 >&2
fi
exit $status
