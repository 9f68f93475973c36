#!/usr/bin/env bash
# A session of the API fuzzer: both loops, one thread and eight. Usage: session.sh BUILD_DIR CALLS [MINUTES]
# CALLS is for each of the four runs; with MINUTES they are repeated with other seeds for so long.
# The environment is that of run.sh, and ENFOLD_SEED, the first seed (default: one that is drawn).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$1 calls=$2 minutes=${3:-0}
seed=${ENFOLD_SEED:-$((RANDOM * 32768 + RANDOM))}
end=$((SECONDS + 60 * minutes))

"$here/run.sh" "$build"
while :; do
  for loop in inline host; do
    for threads in 1 8; do
      log=$build/session-$loop-$threads.log
      if ! "$here/run.sh" "$build" "$seed" "$calls" "$threads" "$loop" > "$log" 2>&1; then
        echo "FAILED  seed $seed, $threads thread(s), loop $loop; the log is $log" >&2
        tail -n 200 "$log" >&2
        exit 1
      fi
      echo "ok      seed $seed, $threads thread(s), loop $loop: $(tail -n 1 "$log" | cut -d , -f 1)"
    done
  done
  seed=$((seed + 1))
  [ $SECONDS -lt $end ] || break
done
