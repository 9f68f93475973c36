#!/usr/bin/env bash
# Prints through how many files and rooms an action goes, and writes each way to BUILD/walk. It single-steps one warm call.
# Usage: walk.sh DEBUG BUILD (after a debug build of libenfold, libCounter and libWorkloads)
set -euo pipefail
cd "$(dirname "$0")/.."
debug=$1 output=$2/walk

if [ "$(uname -sm)" != "Linux x86_64" ]; then
  echo "walk: only on Linux on x86-64" >&2
  exit 1
fi
mkdir -p "$output/lib"
ln -sf "$PWD/$debug/libenfold.so" "$output/lib/libenfold.so.0"
cc -std=c11 -D_DEFAULT_SOURCE -O2 -Wall -Wextra -pedantic -Werror -Iinclude -pthread Benchmarks/steady/walk.c \
  Benchmarks/steady/steady.c -o "$output/walk" "$debug/libenfold.so" -Wl,-rpath,'$ORIGIN/lib'

walks=()
for walk in action:W1 reactor:W1-reactor publisher:W1-publisher shared:W1-shared; do
  trace=$output/${walk%%:*}
  # Swift seeds its hashes anew in each process, unless told otherwise.
  SWIFT_DETERMINISTIC_HASHING=1 "$output/walk" "$debug" "${walk##*:}" > "$trace"
  walks+=("${walk%%:*}=$trace")
done
python3 scripts/walk.py "${walks[@]}"
