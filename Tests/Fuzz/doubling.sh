#!/usr/bin/env bash
# doubling.sh BUILD_DIR [FAMILY...]: looks for what costs more than twice as much when there is twice as much of it, in all
# families or in these. Environment as in run.sh. Prints the worst factors, or with ENFOLD_VERBOSE=1 all.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$1
shift
# Memory is taken and given as in a program: filling what is freed would be most of the time.
export MALLOC_PERTURB_=0 GLIBC_TUNABLES=glibc.malloc.tcache_count=7
mkdir -p "$build"
log=$build/doubling.log
status=0
"$here/run.sh" "$build" doubling "$@" > "$log" 2>&1 || status=$?
if [ $status -ne 0 ] || [ "${ENFOLD_VERBOSE:-}" = 1 ]; then
  cat "$log"
else
  echo "ok      $(wc -l < "$log") phases cost each thing the same when there are twice as many; the greatest factor is $(
    sed -n 's/.*factor //p' "$log" | sort -n | tail -n 1)"
fi
exit $status
