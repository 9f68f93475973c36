#!/bin/sh
# run.sh BUILD_DIR [NAME...]: builds the C tests and their plugins into BUILD_DIR and runs each in a process of its own.
# Tests that need no more than a Counter run twice: with the test plugin, and with the Swift one, if there is one.
#
#   ENFOLD_LIBRARY       the directory of libenfold.so (default: BUILD_DIR/../lib)
#   ENFOLD_TEST_PLUGINS  the directory of libCounter.so (default: BUILD_DIR/../plugins)
#   ENFOLD_TWINS         the directory of the plugins of Tests/Plugins; without it the programs that load one are left out
#   ENFOLD_VALGRIND=1    runs them under valgrind
#   ENFOLD_CFLAGS        more compiler flags, such as -fsanitize=address
#   ENFOLD_LDFLAGS       more linker flags for the programs; with the Swift toolchain's clang, -fsanitize=thread needs
#                        "-L$SWIFT/lib/swift/linux -ldispatch -lBlocksRuntime" and an rpath to the same directory
#   ENFOLD_TIMEOUT       seconds for each program (default 120)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$1
shift
mkdir -p "$build/plugins" "$build/bin"
build=$(cd "$build" && pwd)
library=$(cd "${ENFOLD_LIBRARY:-$build/../lib}" && pwd)
swift=${ENFOLD_TEST_PLUGINS:-$build/../plugins}
include=$here/../../include
mkdir -p "$build/lib"
rm -f "$build"/lib/libenfold.so*
if [ "${ENFOLD_VALGRIND:-}" = 1 ]; then
  strip --strip-debug -o "$build/lib/libenfold.so" "$library/libenfold.so" # valgrind cannot read DWARF 5
else
  ln -s "$library/libenfold.so" "$build/lib/libenfold.so"
fi
ln -s libenfold.so "$build/lib/libenfold.so.0" # what programs look for: its SONAME
compiler=${CC:-cc}
flags="-std=c11 -D_GNU_SOURCE -Wall -Wextra -pedantic -Werror -O1 -g -pthread ${ENFOLD_CFLAGS:-}"

plugin_with() { # HEADERS NAME SOURCE FLAGS...
  headers=$1
  output=$build/plugins/$2.so
  source=$3
  shift 3
  # shellcheck disable=SC2086
  $compiler $flags "$@" -fPIC -shared -I"$headers" "$source" -o "$output"
}

plugin() { # NAME SOURCE FLAGS...
  name=$1
  source=$here/plugins/$2.c
  shift 2
  plugin_with "$include" "$name" "$source" "$@"
}

plugin counter counter
plugin counter-same counter                                  # another file, the same id and version
plugin counter-2 counter -DPLUGIN_VERSION='"2.0.0"'
plugin counter-smallest counter -DSMALLEST_TABLES            # with nothing that may be absent
plugin counter-later counter -DLATER_HEADER                  # built with a header that is still to come
plugin_with "$here/abi2" abi2 "$here/abi2/plugin.c"          # built when ENFOLD_PLUGIN_ABI became 2
plugin_with "$include" abi2-today "$here/abi2/plugin.c"      # what was written then compiles with the header of today
plugin counter-other counter -DPLUGIN_ID='"org.enfold.tests.other"'
plugin counter-older counter -DPLUGIN_ID='"org.enfold.tests.older"' -DBEFORE_DEPENDENCIES # it gives no values to dependencies
plugin counter-host counter -DPLUGIN_ID='"host"'              # an id that no plugin may have
plugin counter-shown counter -DPLUGIN_ID='"org.enfold.tests.shown"' -DSHOWS_HOST # the test program calls its host
plugin_with "$include" libanswer "$here/plugins/answer.c"
plugin library library                                       # functions that hosts bind
# Needs libanswer.so, which it looks for beside itself.
plugin needs-answer counter -DPLUGIN_VERSION='"3.0.0"' -Wl,--no-as-needed -L"$build/plugins" -lanswer '-Wl,-rpath,$ORIGIN'
# Loads a library that lies beside it when it is told to.
plugin loads-later counter -DPLUGIN_ID='"org.enfold.tests.later"' -DLOADS_LATER -ldl '-Wl,-rpath,$ORIGIN'
plugin reducer reducer
plugin neighbour neighbour
plugin keeper keeper
while read -r variant; do
  plugin "broken-$variant" broken "-D$variant"
done < "$here/plugins/broken.list"

passed=0
failed=0
failures=
wrapper=
[ "${ENFOLD_VALGRIND:-}" = 1 ] && wrapper="valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite"

run() { # NAME LABEL SWIFT_PLUGINS
  status=0
  log=$build/bin/$1$2.log
  leaks=${LSAN_OPTIONS:-}
  # Threads that come and go by the dozen crash LeakSanitizer's search of thread-local memory; see Tests/leaks.txt.
  [ "$1" = behaviours ] && leaks=$leaks:use_tls=0
  # shellcheck disable=SC2086
  LSAN_OPTIONS=$leaks ENFOLD_C_PLUGINS=$build/plugins ENFOLD_TEST_PLUGINS=$3 timeout "${ENFOLD_TIMEOUT:-120}" $wrapper "$build/bin/$1" \
    > "$log" 2>&1 || status=$?
  if [ $status -eq 0 ]; then
    passed=$((passed + 1))
    echo "ok      $1$2"
  else
    failed=$((failed + 1))
    failures="$failures $1$2"
    echo "FAILED  $1$2 (exit $status)"
    sed 's/^/        /' "$log" | tail -n 20
  fi
}

for source in "$here"/*.c; do
  name=$(basename "$source" .c)
  if [ $# -gt 0 ]; then
    case " $* " in *" $name "*) ;; *) continue ;; esac
  fi
  if [ -z "${ENFOLD_TWINS:-}" ] && grep -qE "swift_plugin\(|\"(sessions|hold|hold_loop|trace).h\"" "$source"; then
    echo "left out $name: ENFOLD_TWINS names no directory"
    continue
  fi
  # Libraries that a program needs beside libenfold. CI has them all.
  packages=$(sed -n 's/^ \* Packages: \(.*\) \*\/$/\1/p' "$source")
  needed=
  if [ -n "$packages" ]; then
    # shellcheck disable=SC2086
    if ! needed=$(pkg-config --cflags --libs $packages 2>/dev/null) && [ "${CI:-}" != true ]; then
      echo "left out $name: pkg-config does not find $packages"
      continue
    fi
  fi
  # shellcheck disable=SC2086
  $compiler $flags -I"$include" "$source" -L"$build/lib" -lenfold -ldl -lm -Wl,-rpath,"$build/lib" $needed ${ENFOLD_LDFLAGS:-} \
    -o "$build/bin/$name"
  run "$name" "" ""
  if [ -e "$swift/libCounter.so" ] && grep -q "counter_plugin()" "$source"; then run "$name" ".swift" "$swift"; fi
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && exit
# Once more at the end, where a reader looks first.
for name in $failures; do
  echo "FAILED  $name"
  sed 's/^/        /' "$build/bin/$name.log" | tail -n 10
done
exit 1
