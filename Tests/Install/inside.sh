#!/usr/bin/env bash
# What somebody does who has installed Enfold and nothing else: run by run.sh, where neither Swift nor the checkout is.
# Usage: inside.sh PREFIX WORK   (WORK has the files of Tests/Install)
set -euo pipefail
prefix=$1 work=$2
cd "$work"
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
if command -v swiftc > /dev/null; then echo "Swift is still here" >&2; exit 1; fi

expect() { # WHAT EXPECTED COMMAND...
  local what=$1 expected=$2 found
  shift 2
  found=$("$@") || { echo "not ok  $what: exit $?"; exit 1; }
  [ "$found" = "$expected" ] || { echo "not ok  $what: $found, not $expected"; exit 1; }
  echo "ok      $what"
}

plugin=$prefix/lib/enfold/plugins/libCounter.so
flags=(-std=c11 -D_DEFAULT_SOURCE -Wall -Wextra -pedantic -Werror)
read -ra link < <(pkg-config --cflags --libs enfold)
if ! command -v pkg-config > /dev/null; then echo "left out: pkg-config is not installed"; exit 0; fi
cc "${flags[@]}" program.c -o with-pkg-config "${link[@]}" -Wl,-rpath,"$(pkg-config --variable=libdir enfold)"
expect "pkg-config" $'0\n1' ./with-pkg-config "$plugin"

if command -v cmake > /dev/null; then
  cmake -S . -B cmake -DCMAKE_PREFIX_PATH="$prefix" > cmake.log
  cmake --build cmake >> cmake.log
  expect "find_package" $'0\n1' ./cmake/program "$plugin"
else
  echo "left out: cmake is not installed"
fi

cc "${flags[@]}" dlopen.c -o with-dlopen -ldl
expect "dlopen" "$(pkg-config --modversion enfold)" ./with-dlopen "$prefix/lib/libenfold.so.0"

make -s -C "$prefix/share/enfold/examples" todos todos-cpp OUT="$work/examples" > examples.log
"$work/examples/todos" "$prefix/lib/enfold/plugins/libTodos.so" "$prefix/share/enfold/examples/hosts/session.jsonl" > c.txt
"$work/examples/todos-cpp" "$prefix/lib/enfold/plugins/libTodos.so" "$prefix/share/enfold/examples/hosts/session.jsonl" > cpp.txt
cmp c.txt cpp.txt
echo "ok      the examples, in C and in C++"

# The server of docs/server.md. aiohttp may be missing.
server=$prefix/share/enfold/examples/server board=$prefix/lib/enfold/plugins/libBoard.so
make -s -C "$prefix/share/enfold/examples" pool OUT="$work/examples" > pool.log
mkdir boards
expect "the pool of threads" "kitchen 1" bash -c 'echo "kitchen ada $3" | "$1" "$2" boards' bash "$work/examples/pool" "$board" \
  '{"add":{"id":"00000000-0000-0000-0000-000000000002","column":"todo","text":"tea"}}'
expect "what the pool has saved" tea python3 -c 'import json; print(json.load(open("boards/kitchen.json"))["cards"][0]["text"])'
if python3 -c 'import aiohttp' 2> /dev/null; then
  expect "the server" 'usage: server.py' \
    bash -c 'PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$1 python3 "$2/server.py" --help | cut -d " " -f 1-2 | head -n 1' bash \
    "$prefix/share/enfold/python" "$server"
else
  echo "left out: aiohttp is not installed"
fi

# The command, where there is no Swift.
enfold=$prefix/bin/enfold
"$enfold" doctor > doctor.txt
for line in "^libenfold      $prefix/lib/libenfold.so" "^swift runtime  $prefix/lib/enfold/libswiftCore.so$" '^swift          missing: no swiftc'; do
  grep -q "$line" doctor.txt || { echo "not ok  enfold doctor"; cat doctor.txt; exit 1; }
done
"$enfold" check "$plugin" > check.txt || { cat check.txt; exit 1; }
expect "the command" '{"event":"end","actions":1,"refused":0,"failed":0,"idle":true,"revision":1,"state":{"count":1,"isLoading":false,"fact":null}}' \
  bash -c "echo '\"increment\"' | $enfold run $plugin Counter --quiet"
expect "enfold inspect" Counter env PLUGIN="$plugin" python3 inspected.py "$enfold"
expect "enfold explain" 'noType' bash -c "$enfold explain notype | head -n 1"
bash -n "$prefix/share/bash-completion/completions/enfold"
grep -q '^\.SH RUN$' "$prefix/share/man/man1/enfold.1"
grep -q '^\.SH SESSION EXPORT$' "$prefix/share/man/man1/enfold.1"
grep -q '^\.SH INSPECT$' "$prefix/share/man/man1/enfold.1"

# A virtual environment of its own: no checkout, no Swift, no network.
if python3 -c 'import venv, ensurepip' 2> /dev/null; then
  unset LD_LIBRARY_PATH PYTHONPATH ENFOLD_LIBRARY
  python3 -m venv fresh
  fresh/bin/pip install --quiet --disable-pip-version-check --no-index ./*.whl
  fresh/bin/python -m enfold doctor > doctor.txt
  grep -q "^mapped     $work/fresh/lib/.*/enfold/_native/enfold/libswiftCore.so$" doctor.txt || { cat doctor.txt; exit 1; }
  expect "the wheel" 1 fresh/bin/python wheel.py "$plugin"
  expect "the inspector in the wheel" Counter env PLUGIN="$plugin" python3 inspected.py fresh/bin/python -m enfold
  expect "the command in the wheel" "ok      $plugin loads" bash -c "fresh/bin/python -m enfold check $plugin | head -n 1"
  fresh/bin/python -m enfold new app Nest --lang python > next.txt
  expect "a program made by the wheel" '{"count": 5}' \
    bash -c "echo '{\"add\":5}' | PATH=$work/fresh/bin:/usr/bin:/bin make -s -C Nest run | tail -n 1"
else
  echo "left out: python3-venv is not installed"
fi
