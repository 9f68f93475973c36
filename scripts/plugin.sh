#!/usr/bin/env bash
# Tests and builds a package of your own that makes Enfold plugins, with the macro tool that `make build` has compiled: your
# package need not compile swift-syntax. Run it in the folder of your package.
# Usage: plugin.sh test [ARGUMENTS OF swift test]
#        plugin.sh build PRODUCT [ARGUMENTS OF swift build]     leaves libPRODUCT.so in this folder: a debug build
#        plugin.sh release PRODUCT [ARGUMENTS OF swift build]   the same, optimised and small
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
tool=$root/.build/debug/EnfoldMacros-tool
swift=${SWIFT:-swift}

fail() {
  printf '%s\n' "$@" >&2
  exit 2
}
usage() { fail "$(sed -n 's/^# Usage: /usage: /p; s/^#        plugin/       plugin/p' "$0")"; }

[ -f Package.swift ] || fail "there is no Package.swift in $PWD: run this in the folder of your package"
make --no-print-directory -C "$root" macros >&2
export ENFOLD_MACRO_TOOL=$tool
# A plugin exports its entry alone, which lld takes more seriously than gold does. The tests get the same flags, because they
# link the plugin, too.
flags=(-Xswiftc -load-plugin-executable -Xswiftc "$tool#EnfoldMacros" -Xswiftc -use-ld=lld
  -Xlinker "--version-script=$root/include/enfold_plugin.map")

plugin() { # CONFIGURATION PRODUCT ARGUMENTS...
  local configuration=$1 product=$2 built
  shift 2
  "$swift" build -c "$configuration" --product "$product" "${flags[@]}" "$@"
  built=$("$swift" build -c "$configuration" --show-bin-path)/lib$product.so
  [ -f "$built" ] || fail "the product $product is no dynamic library. Declare it so in Package.swift:" \
    "  .library(name: \"$product\", type: .dynamic, targets: […])"
  [ "$configuration" = debug ] || {
    "$root/scripts/link-plugin.py" "$(dirname "$built")" "$product" "$built.small"
    built=$built.small
  }
  # Renamed into place: a program may have loaded the old one, and would run what is written over it.
  if [ "$configuration" = release ]; then strip "$built" -o ".lib$product.so"; else cp "$built" ".lib$product.so"; fi
  mv ".lib$product.so" "lib$product.so"
}

[ $# -ge 1 ] || usage
command=$1
shift
case $command in
test) "$swift" test "${flags[@]}" "$@" ;;
build)
  [ $# -ge 1 ] || usage
  plugin debug "$@"
  ;;
release)
  [ $# -ge 1 ] || usage
  product=$1
  shift
  # Functions get sections of their own, so that those that nothing uses are left out, also public ones. lld packs relocations.
  # Frame pointers cost time.
  # shellcheck disable=SC2046
  plugin release "$product" --omit-frame-pointers -Xswiftc -Xfrontend -Xswiftc -function-sections \
    -Xswiftc -Xfrontend -Xswiftc -internalize-at-link \
    $("$root/scripts/packed-relocations.sh") "$@"
  ;;
*) usage ;;
esac
