#!/usr/bin/env bash
# The main job: a C program and a Python program drive one Swift plugin, and see the same. Usage: demo.sh BUILD
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
plugin=$build/plugins/libTodos.so
session=Examples/hosts/session.jsonl
mkdir -p "$build/demo"

echo "A C program loads $plugin and plays $(wc -l < "$session") recorded actions."
echo "What its observers see, as: revision, flags, pointer, value."
"$build/bin/todos" "$plugin" "$session" > "$build/demo/c.txt"
head -n 8 "$build/demo/c.txt" | cut -c 1-110; echo "..."; tail -n 1 "$build/demo/c.txt"

echo
echo "A Python program does the same:"
ENFOLD_LIBRARY="$build/lib/libenfold.so" PYTHONPATH=bindings/python \
  python3 Examples/hosts/todos.py "$plugin" "$session" > "$build/demo/python.txt"
head -n 4 "$build/demo/python.txt" | cut -c 1-110; echo "..."; tail -n 1 "$build/demo/python.txt"

echo
if cmp -s "$build/demo/c.txt" "$build/demo/python.txt"; then
  echo "Both saw the same $(wc -l < "$build/demo/c.txt") lines."
else
  echo "They saw different things:" >&2
  diff "$build/demo/c.txt" "$build/demo/python.txt" | head -n 20 >&2
  exit 1
fi

echo
echo "Another plugin is made of reducer functions. A Python program counts, asks for primes, saves and loads:"
ENFOLD_LIBRARY="$build/lib/libenfold.so" PYTHONPATH=bindings/python \
  python3 Examples/hosts/primetime.py "$build/plugins/libPrimeTime.so" > "$build/demo/primetime.txt"
grep -A 2 "Is it prime" "$build/demo/primetime.txt"; echo "..."; tail -n 8 "$build/demo/primetime.txt"
