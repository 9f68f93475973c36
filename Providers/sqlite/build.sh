#!/bin/sh
# build.sh BUILD: builds BUILD/lib/libenfold-sqlite.so, which libenfold finds beside itself. It needs a C compiler alone.
#
#   CC               the compiler (default cc)
#   ENFOLD_CFLAGS    more flags for it, such as -fsanitize=address
#   ENFOLD_LDFLAGS   more flags for the link
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/lib"
# shellcheck disable=SC2086
${CC:-cc} -std=c11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -pedantic -Werror -fPIC -shared -fvisibility=hidden -pthread \
  ${ENFOLD_CFLAGS:-} -I"$here/../../include" "$here"/*.c -o "$1/lib/libenfold-sqlite.so.new" -Wl,-soname,libenfold-sqlite.so -ldl ${ENFOLD_LDFLAGS:-}
# A program that has the old one loaded keeps it.
mv "$1/lib/libenfold-sqlite.so.new" "$1/lib/libenfold-sqlite.so"
