#!/usr/bin/env bash
# Builds everything and shows the main job: a C program and a Python program drive one Swift plugin. Usage: demo.sh BUILD
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
log=$build/demo/build.log
mkdir -p "$build/demo"
: > "$log"

phase() { # title make-target
  local start=$SECONDS
  printf '%-62s' "$1"
  if ! make --no-print-directory "$2" >> "$log" 2>&1; then
    printf 'failed\n\n' >&2
    grep -E 'error:|Missing:|No Swift' "$log" | head -n 5 >&2 || tail -n 20 "$log" >&2
    echo "All of it is in $log." >&2
    exit 1
  fi
  echo "$((SECONDS - start)) s"
}

echo "The first time this takes 5 to 10 minutes on two cores, most of it for compiling; later it takes seconds."
echo "What the compilers say goes to $log."
phase "1 of 3: looking for what is needed, and setting up Python" setup
phase "2 of 3: compiling the macros, with swift-syntax" macros
phase "3 of 3: compiling libenfold.so and the plugins" build

plugin=$build/plugins/libTodos.so
session=Examples/hosts/session.jsonl
export ENFOLD_LIBRARY="$build/lib/libenfold.so" PYTHONPATH=bindings/python
cat <<TEXT

Enfold runs application logic that is written in Swift inside programs in C, C++, Python and Swift.
Examples/Todos/Feature is such logic: a state (a list of things to do), the actions that change it, and a function that
does. It was compiled to $plugin. A Python program loads that file, opens a store of the
feature, sends it actions as JSON, and is called when something that it observes has changed:

TEXT
python3 Examples/hosts/tour.py "$plugin"

"$build/bin/todos" "$plugin" "$session" > "$build/demo/c.txt"
"$build/bin/todos-cpp" "$plugin" "$session" > "$build/demo/cpp.txt"
python3 Examples/hosts/todos.py "$plugin" "$session" > "$build/demo/python.txt"
echo
for other in cpp python; do
  if ! cmp -s "$build/demo/c.txt" "$build/demo/$other.txt"; then
    echo "The programs in C and in $other saw different things:" >&2
    diff "$build/demo/c.txt" "$build/demo/$other.txt" | head -n 20 >&2
    exit 1
  fi
done
echo "Programs in C, C++ and Python played $(wc -l < "$session") recorded actions to it: all heard the same $(wc -l < "$build/demo/c.txt") events."
python3 Examples/hosts/primetime.py "$build/plugins/libPrimeTime.so" > "$build/demo/primetime.txt"
echo "A second plugin, of reducer functions, counted, asked for primes, saved and loaded ($build/demo/primetime.txt)."
echo
echo "Go on with README.md: it writes a feature of your own, and its hosts, in ten minutes."
