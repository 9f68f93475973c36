#!/usr/bin/env bash
# Prints the flags that let the linker pack relocations, if this system's loader can read them (glibc 2.36 or later).
# Usage: packed-relocations.sh
set -euo pipefail
version=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed 's/.* //')
if [ -n "$version" ] && printf '2.36\n%s\n' "$version" | sort -V -C; then
  echo "-Xlinker -z -Xlinker pack-relative-relocs"
fi
