#!/usr/bin/env bash
# Looks that this is the compiler that the kit was made with: another one cannot read its modules, and libenfold refuses
# plugins of another one. Usage: same-compiler.sh SWIFTC
set -euo pipefail
kit=$(cd "$(dirname "$0")" && pwd)
wanted=$(cat "$kit/swift-version")
if ! command -v "$1" > /dev/null; then
  echo "$1 is not in the PATH. This plugin kit needs Swift: $wanted. https://www.swift.org/install/linux" >&2
  exit 1
fi
# What is no compiler of Swift writes no such line.
found=$("$1" --version 2> /dev/null | grep -o -m 1 'Swift version .*' || true)
[ "$found" = "$wanted" ] || {
  printf '%s\n' "This plugin kit was made with another compiler, whose plugins alone libenfold loads." \
    "  the kit needs: $wanted" "  $1 is:   ${found:-no compiler of Swift}" \
    "Say which compiler to use: make SWIFTC=/path/of/swiftc. Or get the Enfold that was built with yours." >&2
  exit 1
}
