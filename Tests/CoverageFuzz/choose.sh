#!/usr/bin/env bash
# Replaces the found files of a corpus by those of another directory, large ones first; files that are not named found-* stay.
# Usage: choose.sh MERGED CORPUS
set -euo pipefail
merged=$1 corpus=$2
most_files=60 most_bytes=200000
files=0 bytes=0
find "$corpus" -type f -name 'found-*' -delete
for file in "$corpus"/*; do
  [ -e "$file" ] || continue
  files=$((files + 1))
  bytes=$((bytes + $(stat -c %s "$file")))
done
while read -r size file; do
  [ $files -lt $most_files ] && [ $((bytes + size)) -le $most_bytes ] || continue
  cp "$file" "$corpus/found-$(basename "$file")"
  files=$((files + 1))
  bytes=$((bytes + size))
done < <(find "$merged" -type f -printf '%s %p\n' | sort -rn)
