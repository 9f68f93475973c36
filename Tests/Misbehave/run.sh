#!/usr/bin/env bash
# run.sh BUILD_DIR [PATTERN]: builds the misbehaving plugin and runs its cases, each in a process of its own.
# Only cases whose line of `misbehave --list` matches the PATTERN, an extended regular expression.
#
#   ENFOLD_LIBRARY  the directory of libenfold.so (default: BUILD_DIR/../lib)
#   ENFOLD_CFLAGS   more compiler flags, such as -fsanitize=address
#   ENFOLD_LDFLAGS  more linker flags for the program
#   ENFOLD_TIMEOUT  seconds for each case (default 20)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$1
pattern=${2:-.}
mkdir -p "$build/plugins" "$build/bin" "$build/lib"
build=$(cd "$build" && pwd)
library=$(cd "${ENFOLD_LIBRARY:-$build/../lib}" && pwd)
include=$here/../../include
rm -f "$build"/lib/libenfold.so*
ln -s "$library/libenfold.so" "$build/lib/libenfold.so"
ln -s libenfold.so "$build/lib/libenfold.so.0" # what programs look for: its SONAME
read -ra flags <<< "-std=c11 -D_GNU_SOURCE -Wall -Wextra -pedantic -Werror -O1 -g -pthread ${ENFOLD_CFLAGS:-}"
read -ra linking <<< "${ENFOLD_LDFLAGS:-}"
compiler=${CC:-cc}

# What the plugins call of enfold.h they find in the program, which is linked with the library.
plugin() { # NAME SOURCE...
  output=$build/plugins/$1.so
  shift
  "$compiler" "${flags[@]}" -fPIC -shared -fvisibility=hidden -I"$include" "${@/#/$here/plugin/}" -o "$output"
}
plugin misbehave plugin.c engine.c reducer.c engine_faults.c host_faults.c reducer_faults.c request_faults.c trace_faults.c
plugin table table.c engine.c reducer.c
program=$build/bin/misbehave
"$compiler" "${flags[@]}" -I"$include" "$here"/cases/*.c "$here/../Fuzz/json.c" -L"$build/lib" -lenfold -Wl,-rpath,"$build/lib" -ldl \
  ${linking[@]+"${linking[@]}"} -o "$program"

export ENFOLD_C_PLUGINS=$build/plugins
passed=0
failed=0
log=$build/case.log
while read -r name loop; do
  status=0
  # Hides the shell's own message about a signal.
  { timeout "${ENFOLD_TIMEOUT:-20}" "$program" "$name" "$loop" > "$log" 2>&1 < /dev/null; } 2> /dev/null || status=$?
  if [ $status -eq 0 ]; then
    passed=$((passed + 1))
    echo "ok      $name ($loop)"
    continue
  fi
  failed=$((failed + 1))
  if [ $status -eq 124 ]; then
    reason="no end after ${ENFOLD_TIMEOUT:-20} s"
  else
    reason=$(grep -E -m 1 'Fatal error|SUMMARY: ' "$log" || head -n 1 "$log")
    [ $status -eq 1 ] || reason="exit $status: $reason"
  fi
  echo "FAILED  $name ($loop): ${reason:0:300}"
done < <("$program" --list | grep -E -- "$pattern")
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
