#!/usr/bin/env bash
# Builds libenfold and the plugins with a sanitizer and runs the fuzzer, the C tests and plugins that misbehave on them.
# Usage: run.sh thread|address BUILD_DIR CALLS [MINUTES]   CALLS and MINUTES are those of Tests/Fuzz/session.sh
#   PARTS  what runs: fuzz, c (default: both)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
sanitizer=$1 build=$2 calls=$3 minutes=${4:-0}

"$here/build.sh" "$sanitizer" "$build"
eval "$("$here/build.sh" "$sanitizer" --flags)"
export CC ENFOLD_CFLAGS ENFOLD_LDFLAGS ENFOLD_LIBRARY=$build/lib ENFOLD_TEST_PLUGINS=$build/plugins \
  ENFOLD_TWINS=$build/test-plugins
export LSAN_OPTIONS=suppressions=$root/Tests/leaks.txt
# The sanitizer's report says more than Swift's own.
export SWIFT_BACKTRACE=enable=no

parts=" ${PARTS:-fuzz c} "
if [[ $parts == *" c "* ]]; then
  ENFOLD_TIMEOUT=600 "$root/Tests/C/run.sh" "$build/c-tests"
  # Races between a plugin's faults are the plugin's own.
  [ "$sanitizer" = thread ] || "$root/Tests/Misbehave/run.sh" "$build/misbehave" | grep -v '^ok'
fi
if [[ $parts == *" fuzz "* ]]; then "$root/Tests/Fuzz/session.sh" "$build/fuzz" "$calls" "$minutes"; fi
