#!/usr/bin/env bash
# Runs every benchmark and prints one table. Usage: bench.sh BUILD (after `make build`)
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
mkdir -p "$build/bench"
cc -std=c11 -D_DEFAULT_SOURCE -O2 -Wall -Wextra -pedantic -Werror -Iinclude Benchmarks/c/bench.c Benchmarks/c/floor.c \
  -o "$build/bin/bench" -L"$build/lib" -lenfold -lpthread -Wl,-rpath,'$ORIGIN/../lib'
{
  "$build/bin/bench" "$build/plugins"
  .build/optimised/release/enfold-benchmarks
  ENFOLD_LIBRARY="$build/lib/libenfold.so" PYTHONPATH=bindings/python python3 Benchmarks/python/bench.py "$build/plugins"
  for file in "$build/lib/libenfold.so" "$build/plugins/libCounter.so" "$build/plugins/libTodos.so"; do
    cp "$file" "$build/bench/stripped.so" && strip "$build/bench/stripped.so"
    printf 'P8 size of %s, stripped\tfile\t%s\tKB\n' "$(basename "$file")" "$(($(stat -c %s "$build/bench/stripped.so") / 1024))"
  done
} > "$build/bench/rows.tsv"
python3 Benchmarks/report.py < "$build/bench/rows.tsv" | tee "$build/bench/table.txt"
