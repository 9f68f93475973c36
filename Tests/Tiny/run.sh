#!/usr/bin/env bash
# Builds libenfold and the plugins with the smallest sizes (Sources/EnfoldJSON/Support/Sizes.swift) and runs all tests on them.
# Usage: run.sh BUILD_DIR CALLS   CALLS is that of Tests/Fuzz/session.sh
#   ENFOLD_MACRO_TOOL  the macro tool (default: what `make macros` made)
#   PARTS              what runs: fuzz, c, swift (default: all of them)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$1 calls=$2
tool=${ENFOLD_MACRO_TOOL:-$root/.build/debug/EnfoldMacros-tool}
scratch=$root/.build/tiny
swift=(env "ENFOLD_MACRO_TOOL=$tool" swift)
flags=(--package-path "$root" --scratch-path "$scratch" -Xswiftc -load-plugin-executable -Xswiftc "$tool#EnfoldMacros"
  -Xswiftc -DENFOLD_TINY)

parts=" ${PARTS:-fuzz c swift} "
if [[ $parts == *" swift "* ]]; then
  "$root/scripts/swift-test.sh" "${swift[@]}" test "${flags[@]}" --filter 'EnfoldTests|EnfoldJSONTests'
fi
[ "$parts" != " swift " ] || exit 0

mkdir -p "$build/lib" "$build/plugins"
build=$(cd "$build" && pwd)
# SwiftPM does not notice that inlined code of an indirect dependency has changed, and would keep old plugins.
rm -f "$scratch"/release/{Counter,Todos,PrimeTime}{,Feature}.build/*.o
for product in enfold Counter Todos PrimeTime; do "${swift[@]}" build -c release "${flags[@]}" --product $product; done
"${swift[@]}" build -c release "${flags[@]}" --target EnfoldReactor
cp "$scratch/release/libenfold.so" "$build/lib/"
ln -sf libenfold.so "$build/lib/libenfold.so.0"
for plugin in Counter Todos PrimeTime; do cp "$scratch/release/lib$plugin.so" "$build/plugins/"; done
"$root/Tests/Plugins/build.sh" "$scratch/release" "$tool" "$build/test-plugins"

export ENFOLD_TINY=1 ENFOLD_LIBRARY=$build/lib ENFOLD_TEST_PLUGINS=$build/plugins ENFOLD_TWINS=$build/test-plugins
if [[ $parts == *" c "* ]]; then
  "$root/Tests/C/run.sh" "$build/c-tests"
  "$root/Tests/Misbehave/run.sh" "$build/misbehave" | grep -v '^ok'
fi
if [[ $parts == *" fuzz "* ]]; then "$root/Tests/Fuzz/session.sh" "$build/fuzz" "$calls"; fi
