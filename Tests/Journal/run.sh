#!/bin/sh
# run.sh BUILD [sqlite|flat [TEST...]]: builds libenfold-sqlite.so, the flat provider, the layer and the kit, and runs the kit on
# both providers. With a name on that one, and with TESTs those alone.
#
#   CC, ENFOLD_CFLAGS, ENFOLD_LDFLAGS   the compiler, and more flags, such as -fsanitize=address
#   ENFOLD_VALGRIND=1                   runs the tests under valgrind; those of the layer are left out
#   ENFOLD_KILLS, ENFOLD_CUTS           how many kills (150) and power cuts (200); ENFOLD_SEED, ENFOLD_TIMEOUT: see conformance.c
#   ENFOLD_JOURNAL_FOLDER               where the files of the tests lie (default: BUILD/files)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/bin"
build=$(cd "$1" && pwd)
shift
include=$here/../../include
sqlite=$here/../../Providers/sqlite
compiler=${CC:-cc}
flags="-std=c11 -D_GNU_SOURCE -Wall -Wextra -pedantic -Werror -O1 -g -pthread -I$include"

"$sqlite/build.sh" "$build"
# shellcheck disable=SC2086
{
  $compiler $flags ${ENFOLD_CFLAGS:-} -fPIC -shared -fvisibility=hidden "$here"/flat/*.c \
    "$sqlite/hold.c" "$sqlite/options.c" "$sqlite/place.c" "$sqlite/problem.c" "$sqlite/text.c" -o "$build/lib/libenfold-flat.so" ${ENFOLD_LDFLAGS:-}
  # Without the sanitizer: it stands before its calls, too.
  $compiler $flags -fPIC -shared "$here/faults.c" -o "$build/lib/faults.so" -ldl
  $compiler $flags ${ENFOLD_CFLAGS:-} "$here"/conformance/*.c -o "$build/bin/conformance" -ldl ${ENFOLD_LDFLAGS:-}
  $compiler $flags ${ENFOLD_CFLAGS:-} "$here/measure.c" -o "$build/bin/journal-measure" -ldl ${ENFOLD_LDFLAGS:-}
  $compiler $flags ${ENFOLD_CFLAGS:-} -rdynamic "$here/second_copy.c" -o "$build/bin/second-copy" -ldl ${ENFOLD_LDFLAGS:-}
  # The provider declares what it uses of SQLite itself; here that is compared with the header, where it is.
  if echo '#include <sqlite3.h>' | $compiler -fsyntax-only -x c - 2> /dev/null; then
    $compiler $flags -fsyntax-only "$here/declarations.c"
  fi
}

files=${ENFOLD_JOURNAL_FOLDER:-$build/files}
rm -rf "$files"
mkdir -p "$files"
wrapper=
export ENFOLD_FAULTS="$build/lib/faults.so"
if [ "${ENFOLD_VALGRIND:-}" = 1 ]; then
  wrapper="valgrind -q --error-exitcode=99 --trace-children=no --leak-check=full --errors-for-leak-kinds=definite"
  ENFOLD_FAULTS=
fi
# The layer comes before the sanitizer's library.
export ASAN_OPTIONS="verify_asan_link_order=0:${ASAN_OPTIONS:-}"

failed=0
case ${1:-both} in
  both) providers="flat sqlite" ;;
  *)
    providers=$1
    shift
    ;;
esac
for provider in $providers; do
  $wrapper "$build/bin/conformance" "$build/lib/libenfold-$provider.so" "$files/{}.journal" "$@" || failed=1
done
if [ $# -eq 0 ] && [ "$providers" != flat ]; then
  "$build/bin/second-copy" "$build/lib/libenfold-sqlite.so" "$files/second.journal" || failed=1
fi
exit $failed
