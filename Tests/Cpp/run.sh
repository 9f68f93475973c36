#!/bin/sh
# run.sh BUILD_DIR [NAME...]: compiles the C++ headers by every compiler that is here and as every standard, then builds
# the tests of this directory into BUILD_DIR and runs each in a process of its own. With names: those tests alone.
#
#   ENFOLD_LIBRARY       the directory of libenfold.so (default: BUILD_DIR/../lib)
#   ENFOLD_TEST_PLUGINS  the directory of the examples' plugins (default: BUILD_DIR/../plugins)
#   ENFOLD_TWINS         the directory of the plugins of Tests/Plugins (default: BUILD_DIR/../test-plugins)
#   ENFOLD_CFLAGS        more compiler flags, such as -fsanitize=address,undefined
#   ENFOLD_LDFLAGS       more linker flags
#   ENFOLD_TIMEOUT       seconds for each program (default 120)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
build=$(cd "$1" && pwd)
shift
library=$(cd "${ENFOLD_LIBRARY:-$build/../lib}" && pwd)
ENFOLD_TEST_PLUGINS=$(cd "${ENFOLD_TEST_PLUGINS:-$build/../plugins}" && pwd)
ENFOLD_TWINS=$(cd "${ENFOLD_TWINS:-$build/../test-plugins}" && pwd)
export ENFOLD_TEST_PLUGINS ENFOLD_TWINS
compiler=${CXX:-c++}
warnings="-Wall -Wextra -pedantic -Werror -I$here/../../include"
passed=0
failed=0

# The matrix: everything.cpp has every function in it. So much is compiled at once as there are cores.
if [ $# -eq 0 ]; then
  compilers=
  for each in g++ clang++; do command -v $each > /dev/null && compilers="$compilers $each"; done
  combinations() {
    for each in $compilers; do
      for standard in 17 20 23; do
        echo "$each -std=c++$standard"
        echo "$each -std=c++$standard -fno-exceptions"
        echo "$each -std=c++$standard -DFACE=enfold::throwing"
      done
    done
  }
  combinations | xargs -P "$(nproc)" -I '{}' \
    sh -c "{} $warnings -fsyntax-only $here/everything.cpp || { echo 'FAILED  {}' >&2; exit 1; }"
  # What cannot be is said in the first error.
  refused() { # MESSAGE STANDARD HEADER
    for each in $compilers; do
      first=$(echo "#include \"$3\"" | $each "-std=$2" -I"$here/../../include" -fsyntax-only -x c++ - 2>&1 | grep -m 1 'error:')
      case $first in *"$1"*) ;; *) echo "FAILED  $each -std=$2 says of $3: $first" >&2; exit 1 ;; esac
    done
  }
  refused 'enfold.hpp needs C++17: -std=c++17 or later' c++14 enfold.hpp
  refused 'enfold.hpp needs C++17: -std=c++17 or later' c++11 enfold/typed.hpp
  refused 'for C++ make one by: enfold gen cpp PLUGIN' c++17 enfold/client.h
  python3 "$here/guide.py" "$compiler" "$library" "$build"
  echo "ok      compiled by$compilers as C++17, C++20 and C++23, with exceptions and without"
fi

# A test by its name, and how it is built.
run() { # LABEL NAME FLAGS...
  label=$1
  name=$2
  shift 2
  # shellcheck disable=SC2086
  $compiler $warnings -O1 -g -pthread ${ENFOLD_CFLAGS:-} "$@" "$here/$name.cpp" -L"$library" -lenfold \
    -Wl,-rpath,"$library" ${ENFOLD_LDFLAGS:-} -o "$build/$name$label"
  status=0
  timeout "${ENFOLD_TIMEOUT:-120}" "$build/$name$label" > "$build/$name$label.log" 2>&1 || status=$?
  if [ $status -eq 0 ]; then
    passed=$((passed + 1))
    echo "ok      $name$label"
  else
    failed=$((failed + 1))
    echo "FAILED  $name$label (exit $status)"
    sed 's/^/        /' "$build/$name$label.log" | tail -n 20
  fi
}

is_wanted() { # NAME NAMES...
  wanted=$1
  shift
  [ $# -eq 0 ] && return 0
  case " $* " in *" $wanted "*) return 0 ;; esac
  return 1
}

if is_wanted everything "$@"; then
  run "" everything -std=c++17 -fno-exceptions
  run .throwing everything -std=c++17 -DFACE=enfold::throwing
fi
if is_wanted handles "$@"; then run "" handles -std=c++17 -fno-exceptions; fi
if is_wanted observers "$@"; then run "" observers -std=c++17; fi
if is_wanted requests "$@"; then run "" requests -std=c++17; fi
if is_wanted json "$@"; then run "" json -std=c++20; fi
if is_wanted coroutines "$@"; then run "" coroutines -std=c++20; fi
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
