#!/usr/bin/env bash
# Builds enfold-inspect, the server of the inspector, which `enfold inspect` runs. Usage: inspector.sh BUILD
# It has a scratch folder of its own, because only it needs SwiftNIO. The Swift runtime is linked in: it needs no library of Enfold.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
scratch=$PWD/.build/inspector
swift=${SWIFT:-swift}
flags=(-use-ld=lld -Xfrontend -function-sections)

# Nothing in it knows the machine that built it: C files of SwiftNIO have their own names in them.
mkdir -p "$build/libexec/enfold" "$build/share/enfold"
# shellcheck disable=SC2046 # flags, one word each
ENFOLD_INSPECTOR=1 ENFOLD_MACRO_TOOL=unused "$swift" build -c release --static-swift-stdlib --omit-frame-pointers --scratch-path "$scratch" \
  --product enfold-inspect -Xcc "-ffile-prefix-map=$PWD/=" $(printf -- '-Xswiftc %s ' "${flags[@]}")
strip "$scratch/release/enfold-inspect" -o "$build/libexec/enfold/enfold-inspect"
# What it serves.
ln -sfnr Sources/enfold-inspect/Page "$build/share/enfold/inspector"
