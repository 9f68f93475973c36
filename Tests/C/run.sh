#!/bin/sh
# run.sh BUILD_DIR [NAME...]: builds the C tests and their plugins into BUILD_DIR and runs each in a process of its own.
#
#   ENFOLD_LIBRARY       the directory of libenfold.so (default: BUILD_DIR)
#   ENFOLD_TEST_PLUGINS  a directory with libCounter.so: the common tests then run against that one
#   ENFOLD_VALGRIND=1    runs them under valgrind
#   ENFOLD_CFLAGS        more compiler flags, such as -fsanitize=address
#   ENFOLD_TIMEOUT       seconds for each program (default 120)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$1
shift
mkdir -p "$build/plugins" "$build/bin"
build=$(cd "$build" && pwd)
library=$(cd "${ENFOLD_LIBRARY:-$build}" && pwd)
include=$here/../../include
mkdir -p "$build/lib"
ln -sf "$library/libenfold.so" "$build/lib/libenfold.so.0" # what programs look for: its SONAME
ln -sf "$library/libenfold.so" "$build/lib/libenfold.so"
compiler=${CC:-cc}
flags="-std=c11 -D_GNU_SOURCE -Wall -Wextra -pedantic -Werror -O1 -g -pthread ${ENFOLD_CFLAGS:-}"

plugin() { # NAME SOURCE FLAGS...
  output=$build/plugins/$1.so
  source=$here/plugins/$2.c
  shift 2
  # shellcheck disable=SC2086
  $compiler $flags "$@" -fPIC -shared -I"$include" "$source" -o "$output"
}

plugin counter counter
plugin counter-same counter                                  # another file, the same id and version
plugin counter-2 counter -DPLUGIN_VERSION='"2.0.0"'
plugin counter-other counter -DPLUGIN_ID='"org.enfold.tests.other"'
plugin reducer reducer
while read -r variant; do
  plugin "broken-$variant" broken "-D$variant"
done < "$here/plugins/broken.list"

passed=0
failed=0
for source in "$here"/*.c; do
  name=$(basename "$source" .c)
  if [ $# -gt 0 ]; then
    case " $* " in *" $name "*) ;; *) continue ;; esac
  fi
  # shellcheck disable=SC2086
  $compiler $flags -I"$include" "$source" -L"$build/lib" -lenfold -Wl,-rpath,"$build/lib" -o "$build/bin/$name"
  wrapper=
  [ "${ENFOLD_VALGRIND:-}" = 1 ] && wrapper="valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite"
  status=0
  # shellcheck disable=SC2086
  ENFOLD_C_PLUGINS=$build/plugins timeout "${ENFOLD_TIMEOUT:-120}" $wrapper "$build/bin/$name" > "$build/bin/$name.log" 2>&1 || status=$?
  if [ $status -eq 0 ]; then
    passed=$((passed + 1))
    echo "ok      $name"
  else
    failed=$((failed + 1))
    echo "FAILED  $name (exit $status)"
    sed 's/^/        /' "$build/bin/$name.log" | tail -n 20
  fi
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
