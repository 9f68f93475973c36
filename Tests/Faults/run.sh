#!/usr/bin/env bash
# run.sh BUILD_DIR [system|effects|memory [STEP]]...: builds the programs that let calls fail, and runs them.
# Without a part: all three, with every 10th allocation. "memory 1" lets every allocation fail (about a minute).
#
#   ENFOLD_LIBRARY       the directory of libenfold.so (default: BUILD_DIR/../lib)
#   ENFOLD_TEST_PLUGINS  the directory of libCounter.so (default: BUILD_DIR/../plugins)
#   ENFOLD_TWINS         the directory of libBehaviours.so, libPanel.so, libSessionsA.so, libAsker.so (default: BUILD_DIR/../test-plugins)
#   CC, ENFOLD_CFLAGS    the compiler, and more flags for it
#   ENFOLD_TIMEOUT       seconds for each part (default 300)
#   FAULTS_WITHOUT       kinds of faults that "system" leaves out, such as "read write"
#   FAULTS_VERBOSE       if set, what the child processes write is shown
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$1
shift
mkdir -p "$build"
build=$(cd "$build" && pwd)
library=$(cd "${ENFOLD_LIBRARY:-$build/../lib}" && pwd)
ENFOLD_TEST_PLUGINS=$(cd "${ENFOLD_TEST_PLUGINS:-$build/../plugins}" && pwd)
ENFOLD_TWINS=$(cd "${ENFOLD_TWINS:-$build/../test-plugins}" && pwd)
export ENFOLD_TEST_PLUGINS ENFOLD_TWINS
include=$here/../../include
read -ra more <<< "${ENFOLD_CFLAGS:-}"
compile=("${CC:-cc}" -std=c11 -D_GNU_SOURCE -Wall -Wextra -pedantic -Werror -O1 -g -pthread "${more[@]}" "-I$include")

"${compile[@]}" -fPIC -shared "$here/preload.c" -o "$build/preload.so"
link=("-L$library" -lenfold "-Wl,-rpath,$library")
"${compile[@]}" "$here"/{faults,trial,calls,world,outcome}.c "${link[@]}" -o "$build/faults"
"${compile[@]}" "$here"/{effects,outcome}.c "${link[@]}" -o "$build/effects"

# A plugin whose file is cut short.
counter=$ENFOLD_TEST_PLUGINS/libCounter.so
export FAULTS_CUT_PLUGIN=$build/libCut.so
head -c "$(($(wc -c < "$counter") / 2))" "$counter" > "$FAULTS_CUT_PLUGIN"

# Every function of the header is called.
declared=$(sed -n 's/^ENFOLD_API.*[ *]\(enfold_[a-z_]*\)(.*/\1/p' "$include/enfold.h" | sort -u)
called=$("$build/faults" --list | sort -u)
if [ "$declared" != "$called" ]; then
  echo "calls.c does not call what enfold.h declares:"
  diff <(echo "$declared") <(echo "$called") || true
  exit 1
fi

failed=0
run() { # PROGRAM ARGUMENTS...
  LD_PRELOAD=$build/preload.so timeout "${ENFOLD_TIMEOUT:-300}" "$@" || failed=1
}

memory() { # STEP
  run "$build/faults" --memory "$1" "$build/memory.log"
  echo "Where processes ended by SIGSEGV, all of them outside Enfold unless a line above says FAILED:"
  "$here/symbols.sh" "$build/memory.log"
}

[ $# -gt 0 ] || set -- system effects memory 10
while [ $# -gt 0 ]; do
  case $1 in
    system) run "$build/faults" ;;
    effects) run "$build/effects" ;;
    memory)
      step=10
      if [[ ${2:-} =~ ^[0-9]+$ ]]; then
        step=$2
        shift
      fi
      memory "$step"
      ;;
    *)
      echo "usage: run.sh BUILD_DIR [system|effects|memory [STEP]]..." >&2
      exit 2
      ;;
  esac
  shift
done
exit $failed
