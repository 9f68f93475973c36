#!/usr/bin/env bash
# run.sh BUILD_DIR SEED CALLS THREADS LOOP [OPTION...]: builds api-fuzz and its plugins into BUILD_DIR and runs it.
# THREADS is 1 or 8, LOOP is inline or host; the options are those of api-fuzz (see README.md). With BUILD_DIR alone it
# builds only.
#
#   ENFOLD_LIBRARY       the directory of libenfold.so (default: BUILD_DIR/../lib)
#   ENFOLD_TEST_PLUGINS  the directory of libCounter.so and libTodos.so (default: BUILD_DIR/../plugins)
#   ENFOLD_TWINS         the directory of the plugins of Tests/Plugins (default: BUILD_DIR/../test-plugins)
#   ENFOLD_CFLAGS        more compiler flags, such as -fsanitize=address
#   ENFOLD_LDFLAGS       more linker flags for the program
#   ENFOLD_TIMEOUT       seconds for the whole run (default 3600)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$1
shift
mkdir -p "$build/plugins" "$build/bin" "$build/lib"
build=$(cd "$build" && pwd)
library=$(cd "${ENFOLD_LIBRARY:-$build/../lib}" && pwd)
swift=${ENFOLD_TEST_PLUGINS:-$build/../plugins}
twins=${ENFOLD_TWINS:-$build/../test-plugins}
include=$here/../../include
compiler=${CC:-cc}
read -ra more_cflags <<< "${ENFOLD_CFLAGS:-}"
read -ra more_ldflags <<< "${ENFOLD_LDFLAGS:-}"
flags=(-std=c11 -D_GNU_SOURCE -Wall -Wextra -pedantic -Werror -O1 -g -pthread "-I$include" "${more_cflags[@]}")

"$here/every-function.sh"

ln -sf "$library/libenfold.so" "$build/lib/libenfold.so"
ln -sf libenfold.so "$build/lib/libenfold.so.0" # what programs look for: its SONAME
for source in "$here"/../C/plugins/{counter,reducer}.c "$here/plugins/steps.c"; do
  "$compiler" "${flags[@]}" -fPIC -shared "$source" -o "$build/plugins/$(basename "$source" .c).so"
done
"$compiler" "${flags[@]}" "$here"/*.c -L"$build/lib" -lenfold -Wl,-rpath,"$build/lib" "${more_ldflags[@]}" \
  -o "$build/bin/api-fuzz"

[[ $# -gt 0 ]] || exit 0
# Without a sanitizer, memory that was freed is filled at once, so that what uses it fails.
export MALLOC_PERTURB_=${MALLOC_PERTURB_:-165} GLIBC_TUNABLES=${GLIBC_TUNABLES:-glibc.malloc.tcache_count=0}
# Shared values may be kept in files in one folder alone; where users keep theirs, nothing may be written.
folder=$(mktemp -d "$build/files.XXXXXX")
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/files"
status=0
ENFOLD_C_PLUGINS=$build/plugins ENFOLD_TEST_PLUGINS=$swift ENFOLD_TWINS=$twins ENFOLD_FUZZ_FILES=$folder/files \
  XDG_STATE_HOME=$folder/home timeout "${ENFOLD_TIMEOUT:-3600}" "$build/bin/api-fuzz" "$@" || status=$?
if [ -e "$folder/home" ]; then
  echo "files were written where users keep theirs:"
  find "$folder/home"
  exit 1
fi
exit $status
