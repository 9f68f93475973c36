#!/usr/bin/env bash
# Looks that plugins of reducers contain nothing of reactors, and have not grown. Usage: plugin-sizes.sh BUILD (after
# `make workloads`). Bounds are in Benchmarks/sizes.txt.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
stripped=$(mktemp)
trap 'rm -f "$stripped"' EXIT

fail() { echo "plugin-sizes: $*" >&2; exit 1; }
has_reactors() { nm "$1" | grep -cE '(11OpenCombine|13EnfoldReactor)' > /dev/null; }

# Otherwise this would find nothing anywhere.
has_reactors "$build/plugins/libWorkloads.so" || fail "no names of OpenCombine in a plugin with reactors"

# What a plugin does not need is left out of it, but nothing that Swift finds at run time.
scripts/objects.sh .build/optimised/release Enfold EnfoldJSON EnfoldPlugin EnfoldReactor CEnfoldSupport OrderedCollections \
  InternalCollectionsUtilities OpenCombine COpenCombineHelpers | scripts/check-conformances.py

while read -r plugin bound; do
  case $plugin in '' | '#'*) continue ;; esac
  file=$build/plugins/$plugin
  ! has_reactors "$file" || fail "$plugin contains reactors, and has none"
  ! readelf -d "$file" | grep NEEDED | grep -q 'OpenCombine\|libstdc++' || fail "$plugin links what only OpenCombine needs"
  strip "$file" -o "$stripped"
  size=$(($(stat -c %s "$stripped") / 1024))
  printf '%-16s %-13s %10s %10s\n' "$plugin" KB "$size" "$bound"
  [ "$size" -le "$bound" ] || fail "$plugin is larger than its bound in Benchmarks/sizes.txt"
done < Benchmarks/sizes.txt
