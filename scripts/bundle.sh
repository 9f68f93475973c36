#!/usr/bin/env bash
# Makes a folder that needs no Swift: libenfold, and beside it, in enfold/, the libraries of the Swift runtime that it needs
# and libffi. Usage: bundle.sh LIBENFOLD FOLDER [--bare]
#   --bare  libenfold alone, for systems that have a Swift runtime of their own in LD_LIBRARY_PATH or ld.so.conf
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 2; }
library=$1 folder=$2 bare=${3:-}

for tool in patchelf readelf strip; do
  command -v "$tool" > /dev/null || { echo "$tool is missing: apt-get install patchelf binutils" >&2; exit 1; }
done
# The Swift runtime that it was linked with: sudo may not have the toolchain in its PATH.
while read -r swift && [ ! -f "$swift/libswiftCore.so" ]; do :; done < <(patchelf --print-rpath "$library" | tr ':' '\n')
[ -f "$swift/libswiftCore.so" ] || { echo "$library does not say where libswiftCore.so is: make build" >&2; exit 1; }

needed() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'; }

mkdir -p "$folder"
strip "$library" -o "$folder/$(basename "$library")"
# Nothing of the machine that built it is left in it.
patchelf --set-rpath '$ORIGIN/enfold' "$folder/$(basename "$library")"
[ "$bare" != --bare ] || exit 0

mkdir -p "$folder/enfold"
waiting=("$library")
while [ ${#waiting[@]} -gt 0 ]; do
  next=()
  for name in $(for file in "${waiting[@]}"; do needed "$file"; done | sort -u); do
    [ -f "$swift/$name" ] && [ ! -f "$folder/enfold/$name" ] || continue
    strip "$swift/$name" -o "$folder/enfold/$name"
    next+=("$swift/$name")
  done
  waiting=("${next[@]}")
done
# The toolchain's libraries look for each other in their own folder. Nothing else may be in their way.
for file in "$folder"/enfold/*.so; do
  [ "$(patchelf --print-rpath "$file")" = '$ORIGIN' ] || patchelf --set-rpath '$ORIGIN' "$file"
done

# libenfold opens it by name, at the first native or callback.
ffi=$(find /lib/"$(uname -m)"-* /usr/lib/"$(uname -m)"-* /lib64 /usr/lib64 -name libffi.so.8 2> /dev/null | head -n 1 || true)
[ -f "$ffi" ] || { echo "libffi.so.8 is missing: apt-get install libffi8" >&2; exit 1; }
strip "$(readlink -f "$ffi")" -o "$folder/enfold/libffi.so.8"
