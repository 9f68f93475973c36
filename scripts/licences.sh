#!/usr/bin/env bash
# Puts the licences of what is shipped with Enfold into a folder. Usage: licences.sh LIBENFOLD FOLDER [--bare]
#   --bare  without those of the Swift runtime and libffi
set -euo pipefail
cd "$(dirname "$0")/.."
library=$1 folder=$2 bare=${3:-}
toolchain=$(patchelf --print-rpath "$library" | sed 's|/lib/swift/linux.*||')
mkdir -p "$folder"
# Compiled into libenfold, into plugins, into the command, and into the server of the inspector.
for checkout in .build/checkouts/{swift-collections,OpenCombine} .build/command/checkouts/swift-argument-parser \
  .build/inspector/checkouts/swift-{nio,atomics,system}; do
  name=$(basename "$checkout")
  [ ! -d "$checkout" ] || install -m 644 "$(find "$checkout" -maxdepth 1 -iname 'LICENSE*' | head -n 1)" "$folder/$name"
done
[ "$bare" != --bare ] || exit 0
install -m 644 "$toolchain/share/swift/LICENSE.txt" "$folder/swift"
install -m 644 /usr/share/doc/libffi8/copyright "$folder/libffi"
