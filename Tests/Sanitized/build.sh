#!/usr/bin/env bash
# Builds libenfold, the example plugins and the test plugins with a sanitizer. Prints one line, what was built.
# Usage: build.sh thread|address OUTPUT_DIR   OUTPUT_DIR gets lib, plugins and test-plugins
#        build.sh thread|address --flags      prints what C programs need: CC, ENFOLD_CFLAGS, ENFOLD_LDFLAGS, *_OPTIONS
#
#   ENFOLD_MACRO_TOOL  the macro tool (default: what `make macros` made)
#   SCRATCH            where SwiftPM builds (default: .build/sanitized-thread or -address)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
sanitizer=$1
case $sanitizer in thread | address) ;; *) echo "usage: build.sh thread|address OUTPUT_DIR|--flags" >&2; exit 2 ;; esac
# swiftc is a link, often one of a version manager: its own answer tells where the toolchain is.
runtime=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath" *: *"\(.*\)".*/\1/p')
toolchain=$(cd "$runtime/../.." && pwd)

if [ "${2:?}" = --flags ]; then
  echo "CC='$toolchain/bin/clang'"
  echo "ENFOLD_CFLAGS='-fsanitize=$sanitizer'"
  # libenfold.so names no libdispatch: the Swift concurrency library does.
  echo "ENFOLD_LDFLAGS='-L$runtime/linux -ldispatch -lBlocksRuntime -Wl,-rpath,$runtime/linux -fuse-ld=lld'"
  exit
fi

mkdir -p "$2"
output=$(cd "$2" && pwd)
scratch=${SCRATCH:-$root/.build/sanitized-$sanitizer}
tool=${ENFOLD_MACRO_TOOL:-$root/.build/debug/EnfoldMacros-tool}
log=$output/build.log
[ -x "$tool" ] || { echo "$tool is missing: make macros" >&2 && exit 1; }
mkdir -p "$output/lib" "$output/plugins" "$output/test-plugins"

quietly() { # COMMAND...
  "$@" >> "$log" 2>&1 || { tail -n 50 "$log" >&2 && exit 1; }
}

build() { # --product|--target NAME
  ENFOLD_MACRO_TOOL=$tool quietly swift build --package-path "$root" -c release --sanitize="$sanitizer" \
    --scratch-path "$scratch" -Xswiftc -load-plugin-executable -Xswiftc "$tool#EnfoldMacros" "$@"
}

done="built with -sanitize=$sanitizer: $output/{lib,plugins,test-plugins}"
stamp=$output/built
is_older_than() { [ -n "$(find "$@" -newer "$stamp" -print -quit)" ]; }
if [ -e "$stamp" ] && ! is_older_than "$root"/{Sources,Examples,include,Tests/Plugins,Package.swift}; then
  echo "$done"
  exit
fi

: > "$log"
touch "$output/begun"
# SwiftPM does not notice that inlined code of an indirect dependency has changed, and would keep old plugins.
rm -f "$scratch"/release/{Counter,Todos,PrimeTime}{,Feature}.build/*.o
build --product enfold
cp "$scratch/release/libenfold.so" "$output/lib/libenfold.so"
ln -sf libenfold.so "$output/lib/libenfold.so.0"
for plugin in Counter Todos PrimeTime; do
  build --product "$plugin"
  cp "$scratch/release/lib$plugin.so" "$output/plugins/"
done
build --target EnfoldReactor
ENFOLD_SANITIZE=$sanitizer quietly "$root/Tests/Plugins/build.sh" "$scratch/release" "$tool" "$output/test-plugins"
mv "$output/begun" "$stamp"
echo "$done"
