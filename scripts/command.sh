#!/usr/bin/env bash
# Builds the command `enfold` beside the libenfold that `make build` has built. Usage: command.sh BUILD
# It has a scratch folder of its own, because swift-argument-parser is compiled with a small module in the place of
# FoundationEssentials: see Sources/enfold-cli-foundation.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
scratch=$PWD/.build/command
swift=${SWIFT:-swift}
flags=(-use-ld=lld -Xfrontend -function-sections -Xfrontend -internalize-at-link)

mkdir -p "$scratch/foundation" "$build/bin"
if [ -n "$(find Sources/enfold-cli-foundation -newer "$scratch/foundation/FoundationEssentials.o" 2>&1)" ]; then
  "${swift}c" -swift-version 6 -O -wmo -parse-as-library "${flags[@]:1}" -module-name FoundationEssentials \
    -emit-module -emit-module-path "$scratch/foundation/FoundationEssentials.swiftmodule" \
    -emit-object -o "$scratch/foundation/FoundationEssentials.o" Sources/enfold-cli-foundation/*.swift
fi
# shellcheck disable=SC2046 # flags, one word each
ENFOLD_COMMAND=1 ENFOLD_MACRO_TOOL=unused "$swift" build -c release --omit-frame-pointers --scratch-path "$scratch" --product enfold-cli \
  $(printf -- '-Xswiftc %s ' "${flags[@]}") -Xswiftc "-I$scratch/foundation" \
  -Xlinker "$scratch/foundation/FoundationEssentials.o" -Xlinker "-L$build/lib" \
  $(scripts/packed-relocations.sh)
strip --strip-debug "$scratch/release/enfold-cli" -o "$build/bin/enfold"
# What `enfold explain` shows.
mkdir -p "$build/share/doc"
ln -sfnr docs "$build/share/doc/enfold"
# The tree of the build has the same shape as the installed one. There the Swift runtime is in lib/enfold.
runtime=$(patchelf --print-rpath "$build/lib/libenfold.so" | tr ':' '\n' | grep -v ORIGIN | paste -sd:)
patchelf --set-rpath "\$ORIGIN/../lib:\$ORIGIN/../lib/enfold${runtime:+:$runtime}" "$build/bin/enfold"
